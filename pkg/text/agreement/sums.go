package agreement

import "math"

// sums are what the measures are made of. Counts are whole numbers, so that nothing is lost where measures are near 0.
type sums struct {
	most     int64   // documents of the topic that a cluster has most of
	entropy  float64 // of clusters, times their documents, not divided by log q yet
	inBoth   int64   // pairs of documents in one cluster and one topic,
	clusters int64   // in one cluster,
	topics   int64   // and in one topic
	mutual   float64 // mutual information of cluster and topic, times the documents
	ofSizes  float64 // entropy of the cluster of a document, and entropy of its topic
}

// term is the term of an entropy that a part of a whole adds.
func term(part, whole int32) float64 {
	if part == whole {
		return 0
	}
	share := float64(part) / float64(whole)
	return -float64(share * math.Log(share))
}

// pairsOf is how many pairs n things have.
func pairsOf(n int64) int64 { return n * (n - 1) / 2 }

// cluster adds a cluster whose cells were all seen, of all documents.
func (s *sums) cluster(c *Cluster, all int64) {
	s.most += int64(c.Most)
	s.entropy += float64(float64(c.Documents) * c.Entropy)
	s.clusters += pairsOf(int64(c.Documents))
	s.ofSizes += term(c.Documents, int32(all))
}

// topic adds the size of a topic.
func (s *sums) topic(size int32, all int64) {
	s.topics += pairsOf(int64(size))
	s.ofSizes += term(size, int32(all))
}

// common adds the documents that a cluster and a topic have in common. excess is the logarithm of how many times as many these
// are as there would be if cluster and topic were independent.
func (s *sums) common(documents int32, excess float64) {
	s.inBoth += pairsOf(int64(documents))
	s.mutual += float64(float64(documents) * excess)
}

// logTopics divides entropies. With one topic these are 0, whatever divides them.
func logTopics(topics int64) float64 { return math.Log(float64(max(2, topics))) }

// adjustedRand is 1 where clusters and topics divide the documents alike, also where there is one document.
func (s *sums) adjustedRand(all int64) float64 {
	onlyCluster, onlyTopic := float64(s.clusters-s.inBoth), float64(s.topics-s.inBoth)
	if onlyCluster == 0 && onlyTopic == 0 {
		return 1
	}
	both, none := float64(s.inBoth), float64(pairsOf(all)-s.clusters-s.topics+s.inBoth)
	above := float64(both*none) - float64(onlyCluster*onlyTopic)
	below := float64((both+onlyTopic)*(onlyTopic+none)) + float64((both+onlyCluster)*(onlyCluster+none))
	return 2 * above / below
}

// nmi is 1 where there is one cluster and one topic, and 0 where there is one of either only.
func (s *sums) nmi(r *Result) float64 {
	switch {
	case r.Clusters == 1 && r.Topics == 1:
		return 1
	case r.Clusters == 1 || r.Topics == 1:
		return 0
	}
	return max(0, min(1, 2*s.mutual/float64(r.Pairs)/s.ofSizes))
}
