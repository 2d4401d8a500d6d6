// Package agreement says how well clusters of documents agree with topics that are known. It measures purity, entropy and F, as
// Nitsche 2003, 3.4.6, does, and the adjusted Rand index (Hubert, Arabie 1985) and the normalised mutual information.
//
// All is counted in cells: how many documents a cluster and a topic have in common. There may be more cells than fit into memory,
// so they are records that are sorted, by cluster and then by topic, and gone through.
//
// Of n documents, a cluster has n_r, a topic n_i, and both together c. There are q topics.
//
//	purity     Σ_r max_i c / n
//	entropy    Σ_r n_r/n E(r), where E(r) = -1/log q Σ_i c/n_r log c/n_r; 0 if q is 1
//	F          Σ_i n_i/n max_r F(r,i), where F(r,i) = 2 R P / (R + P), R = c/n_i is the recall and P = c/n_r the precision
//	Rand       (index - expected) / (most - expected), the index being the number of pairs of documents in one cluster and topic
//	NMI        the mutual information of cluster and topic by the mean of their entropies
//
// A document that is in several clusters or topics counts once for each pair of them, and n is the number of these pairs.
//
//	agreement.go  Of: what it takes and gives
//	pairs.go      the pairs of cluster and topic of documents, and the cells
//	clusters.go   the figures of clusters
//	topics.go     the figures of topics, and what is known when these are
//	sums.go       sums of entropies and of pairs
package agreement

import (
	"errors"
	"fmt"

	"webmill/pkg/extmem"
	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Options say what is written besides, and what the work may take.
type Options struct {
	// Printed takes the precision as Nitsche 2003, 3.4.6.1.4, prints it: n_r/c, upside down.
	Printed bool
	// Cells takes (cluster, topic, count), sorted; EachCluster and EachTopic take figures in the order of ids. They may be nil.
	Cells       tuple.Sink
	EachCluster func(*Cluster) error
	EachTopic   func(*Topic) error
	work.Room
}

// Result is how clusters and topics agree.
type Result struct {
	Documents int64 // that have a cluster and a topic
	NoTopic   int64 // those that have only a cluster,
	NoCluster int64 // or only a topic
	Several   int64 // of Documents, those that are in several clusters or topics
	Pairs     int64 // of a cluster and a topic of a document
	Clusters  int64 // with documents that have a topic
	Topics    int64 // with documents that have a cluster
	Cells     int64 // pairs of them that have documents in common

	Purity, Entropy, F, AdjustedRand, NMI float64
}

// Cluster is the figures of a cluster.
type Cluster struct {
	ID, Documents   int32
	Topic, Most     int32 // of which it has the most documents, and how many; of several the lowest
	Purity, Entropy float64
}

// Topic is the figures of a topic.
type Topic struct {
	ID, Documents        int32
	Cluster, Common      int32 // that has the greatest F with it, and their documents; of several the lowest
	Recall, Precision, F float64
}

// ErrNothing is the error of inputs that have no document in common.
var ErrNothing = errors.New("no document has both a cluster and a topic")

// Of compares (doc, cluster) and (doc, topic), both sorted by all columns, each record once.
//
// Passes: one; what does not fit is written and read once more for each of two sorts. Memory: that of the room.
func Of(clusters, topics tuple.Input, opt Options) (*Result, error) {
	tables := &extmem.Tables{Room: opt.Room}
	defer tables.Free()
	e := &evaluation{opt: &opt, tables: tables}
	for _, t := range []struct {
		table *extmem.Table
		width int
	}{{&e.cells, 3}, {&e.sizes, 2}, {&e.clusters, 6}, {&e.byTopic, 4}, {&e.topics, 2}} {
		var err error
		if *t.table, err = tables.New(t.width); err != nil {
			return nil, err
		}
	}
	for _, step := range []func() error{
		func() error { return e.count(clusters, topics) }, e.measureClusters, e.sortByTopic, e.measureTopics, e.finish,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return &e.Result, nil
}

// evaluation is the work of Of.
type evaluation struct {
	Result
	opt    *Options
	tables *extmem.Tables
	sums   sums

	cells    extmem.Table // (cluster, topic, count)
	sizes    extmem.Table // (cluster, documents)
	clusters extmem.Table // (cluster, documents, topic, most, entropy as f64), where the entropy is not divided by log q yet
	byTopic  extmem.Table // (topic, cluster, count, documents of the cluster)
	topics   extmem.Table // (topic, documents)
}

// count makes the cells.
func (e *evaluation) count(clusters, topics tuple.Input) error {
	several, err := spill.NewInts(e.opt.Room, e.opt.Memory/extmem.TableShare)
	if err != nil {
		return err
	}
	defer several.Close()
	p := &pairing{
		result:   &e.Result,
		clusters: tuple.NewGroupCursor(distinct(clusters), 2), topics: tuple.NewGroupCursor(distinct(topics), 2),
		several: several,
	}
	into := tuple.Sink(e.cells.Ints)
	if e.opt.Cells != nil {
		into = tuple.SinkFunc(func(block []int32) error {
			if err := e.cells.Ints.WriteBlock(block); err != nil {
				return err
			}
			return e.opt.Cells.WriteBlock(block)
		})
	}
	c := &counter{out: tuple.NewWriter(into, 3)}
	err = tuple.Piped(2, p.run, func(src tuple.Source) error {
		opt := extsort.Options{Width: 2, Room: e.opt.With(e.opt.Memory / 2)}
		if _, err := extsort.Sort(c, []tuple.Source{src}, opt); err != nil {
			return err
		}
		return c.end()
	})
	e.Cells, e.Pairs = c.cells, p.pairs
	if err == nil && e.Documents == 0 {
		return e.nothing(clusters.Name, topics.Name)
	}
	return err
}

// nothing is the error of inputs without a common document.
func (e *evaluation) nothing(clusters, topics string) error {
	switch {
	case e.NoTopic == 0:
		return fmt.Errorf("%s: is empty: no document has a cluster", clusters)
	case e.NoCluster == 0:
		return fmt.Errorf("%s: is empty: no document has a topic", topics)
	}
	return fmt.Errorf("%s, %s: %w: are their ids those of the same documents?", clusters, topics, ErrNothing)
}

// distinct refuses an input that is not sorted by both columns, or has a record twice.
func distinct(in tuple.Input) tuple.Input {
	return tuple.Input{Name: in.Name, Source: in.InOrder(2, true, 0, 1)}
}
