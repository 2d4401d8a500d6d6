// Package jobs runs jobs of webmill as pipelines of Apache Beam, on whatever runner Beam knows.
//
// A job is a sequence of stages. Each stage is a pipeline that reads folders of tuples, or files of lines, and writes a folder:
// its parts are tasks, and its manifest comes last. A stage whose folder has a manifest is done, so a job that was killed goes on
// where it stopped. All machines see the same files, under the same names, of a folder or of a store (package objects).
//
// # What moves between machines
//
// An element is a part's number and a block: records of fixed width as bytes of a raw file, or strings, at most 1 MiB of them. An
// element for each link would cost more than a hundred times as much. What a function needs to know is in the exported fields of
// its struct, since it may run in another process; what it does with blocks is done by the packages that the small tools call.
//
// A task may be run again, or twice at the same time. So it writes its part under its name only when that is whole, and the same
// bytes each time: sums of floating-point numbers are made in a fixed order.
//
// # The files
//
//	command.go   the command line
//	job.go       a job: flags, the folder for its work, its stages
//	pipeline.go  one stage as a pipeline, and its errors as one line
//	block.go     blocks: dealt out to parts, and read as a stream
//	piece.go     the input: files and parts of folders
//	asread.go    files that must not change during a job
//	folder.go    the output: parts and their manifest
//	bounds.go    which ids are in which part
//	sort.go      the jobs sort and dedupe
//	graph.go     the links of a job, cut by ranges of pages
//	pagerank.go  the job pagerank
//	layers.go    the job bfs-layers
//	hosts.go     the job host-graph
//	terms.go     the job terms
//	extract.go   the job extract
//	ids.go       the job ids
//	strings.go   the strings of files of lines, their parts and places
//	group.go     groups of equal records, with a figure
//	serve.go     a runner and a worker as processes of their own, for tests
package jobs
