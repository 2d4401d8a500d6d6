// Package jobs runs jobs of webmill as pipelines of Apache Beam, on any runner that Beam has.
//
// A job is a sequence of stages. Each stage is a pipeline that reads folders of tuples, or files of lines, and writes a folder:
// each part is a task, and the manifest comes last. A stage whose folder has a manifest is done, so a job that was killed goes on
// with the stage at which it stopped. All machines see the same files under the same names, in folders or in a store (package
// objects).
//
// # What moves between machines
//
// An element is a part's number and a block of at most 1 MiB: records of fixed width as in a raw file, or strings. An element for
// each link would cost more than a hundred times as much. A function may run in another process, so the exported fields of its
// struct have all that it needs to know. It works on blocks by the packages that the small tools call.
//
// A task may run again, or twice at the same time. So a part gets its name when it is whole, and has the same bytes each time:
// sums of floating-point numbers are made in a fixed order.
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
