package main

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"webmill/pkg/urls"
)

// labelled is a page whose class is known.
type labelled struct{ class, university string }

// classes prints how high rankings place the pages of each class. The first ranking is the one that the others are compared with:
// on how many pages of the class the precision at their place is better and worse; and by the average precisions of universities,
// if there are five at least, the p of the test of Wilcoxon. Pages of one university are not independent: a page that moves to
// the top moves all others. So each average precision is also compared with those of the rankings of -chance, for which as many
// links were taken out by chance. Only pages whose class is known count; of equal scores the lower id comes first, and a page
// without a score is not found.
func classes(f *flag.FlagSet, args []string) error {
	index := f.String("classes", "", "a `FILE` of lines path, class, university, URL")
	dictionary := f.String("urls", "", "a `FILE` of URLs in the order of their ids")
	chance := f.String("chance", "", "a pattern of `FILES`: rankings that chance made")
	only := f.String("only", "", "this `CLASS` alone")
	if err := f.Parse(args); err != nil {
		return err
	}
	pages, err := readClasses(*index, *dictionary)
	if err != nil {
		return err
	}
	names, paths, err := files(f.Args())
	if err != nil {
		return err
	}
	made, err := byChance(pages, *chance)
	if err != nil {
		return err
	}
	row("class\tranking\tpages\tprecision_at_10\tat_50\taverage_precision\tpages_better\tworse\t" +
		"by_chance_at_least_as_good\tmean_by_chance\tp_by_universities")
	var first map[string]*standing
	for i, name := range names {
		all, err := stand(pages, paths[i])
		if err != nil {
			return err
		}
		if i == 0 {
			first = all
		}
		for _, class := range sortedKeys(all) {
			if *only == "" || class == *only {
				all[class].print(class, name, first[class], made[class])
			}
		}
	}
	return nil
}

// readClasses gives the pages with known classes by their ids.
func readClasses(index, dictionary string) (map[int]labelled, error) {
	byURL, byID := map[string]labelled{}, map[int]labelled{}
	err := eachLine(index, func(f []string) error {
		url, err := urls.Canonical(nil, []byte(f[len(f)-1]))
		if err == nil && len(f) >= 4 {
			byURL[string(url)] = labelled{f[1], f[2]}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	id := 0
	return byID, eachLine(dictionary, func(f []string) error {
		if l, ok := byURL[f[0]]; ok {
			byID[id] = l
		}
		id++
		return nil
	})
}

// standing is what a ranking makes of a class.
type standing struct {
	pages          int
	at10, at50     int
	average        float64
	at             map[int]float64    // by page: the precision at its place
	byUniversity   map[string]float64 // average precision
	inUniversities map[string]int
}

// stand reads a ranking: lines of an id and a score.
func stand(pages map[int]labelled, file string) (map[string]*standing, error) {
	type scored struct {
		id    int
		score float64
	}
	var list []scored
	all := map[string]*standing{}
	for _, l := range pages {
		s := all[l.class]
		if s == nil {
			s = &standing{at: map[int]float64{}, byUniversity: map[string]float64{}, inUniversities: map[string]int{}}
			all[l.class] = s
		}
		s.pages++
		s.inUniversities[l.university]++
	}
	err := eachLine(file, func(f []string) error {
		id, err := strconv.Atoi(f[0])
		score, e := strconv.ParseFloat(f[1], 64)
		if _, ok := pages[id]; ok {
			list = append(list, scored{id, score})
		}
		return cmp.Or(err, e)
	})
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	places := map[string]int{} // pages before, by university
	found := map[[2]string]int{}
	for i, x := range list {
		l := pages[x.id]
		s := all[l.class]
		s.at10 += btoi(i < 10)
		s.at50 += btoi(i < 50)
		s.at[x.id] = float64(len(s.at)+1) / float64(i+1)
		s.average += s.at[x.id] / float64(s.pages)
		places[l.university]++
		found[[2]string{l.class, l.university}]++
		precision := float64(found[[2]string{l.class, l.university}]) / float64(places[l.university])
		s.byUniversity[l.university] += precision / float64(s.inUniversities[l.university])
	}
	return all, err
}

func (s *standing) print(class, name string, first *standing, chance []float64) {
	cells := []any{"", "", "", "", ""}
	if s != first {
		cells[0], cells[1] = s.compare(first)
		if n := len(s.inUniversities); n < 5 {
			cells[4] = fmt.Sprintf("only %d", n)
		} else {
			cells[4] = fmt.Sprintf("%.2g", s.test(first))
		}
		if n := len(chance); n > 0 {
			good, mean := 0, 0.0
			for _, average := range chance {
				good += btoi(average >= s.average-1e-12)
				mean += average / float64(n)
			}
			cells[2], cells[3] = fmt.Sprintf("%d of %d", good, n), fmt.Sprintf("%.3f", mean)
		}
	}
	row(append([]any{class, name, s.pages, fmt.Sprintf("%.2f", float64(s.at10)/10), fmt.Sprintf("%.2f", float64(s.at50)/50),
		fmt.Sprintf("%.3f", s.average)}, cells...)...)
}

// byChance gives the average precisions of each class in the rankings of a pattern of files.
func byChance(pages map[int]labelled, pattern string) (map[string][]float64, error) {
	made := map[string][]float64{}
	list, err := filepath.Glob(pattern)
	for _, name := range list {
		all, err := stand(pages, name)
		if err != nil {
			return nil, err
		}
		for class, s := range all {
			made[class] = append(made[class], s.average)
		}
	}
	return made, err
}

// compare counts the pages that stand better and worse than in another ranking.
func (s *standing) compare(o *standing) (better, worse int) {
	for id := range union(s.at, o.at) {
		better += btoi(s.at[id] > o.at[id]+1e-12)
		worse += btoi(s.at[id] < o.at[id]-1e-12)
	}
	return better, worse
}

// test compares the average precisions of universities, in pairs.
func (s *standing) test(o *standing) (p float64) {
	var differences []float64
	for u := range s.inUniversities {
		differences = append(differences, s.byUniversity[u]-o.byUniversity[u])
	}
	return wilcoxon(differences)
}

func union(a, b map[int]float64) map[int]bool {
	all := map[int]bool{}
	for id := range a {
		all[id] = true
	}
	for id := range b {
		all[id] = true
	}
	return all
}

// wilcoxon is the signed-rank test of differences, of which zeros do not count: by the normal distribution, with the mean ranks
// of equal differences. p is 1 if none is left.
func wilcoxon(list []float64) (p float64) {
	list = slices.DeleteFunc(list, func(x float64) bool { return math.Abs(x) < 1e-12 })
	slices.SortFunc(list, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	n := float64(len(list))
	plus, ties := 0.0, 0.0
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && math.Abs(list[end])-math.Abs(list[i]) < 1e-12 {
			end++
		}
		rank, k := float64(i+1+end)/2, float64(end-i)
		ties += k*k*k - k
		for ; i < end; i++ {
			if list[i] > 0 {
				plus += rank
			}
		}
	}
	variance := n*(n+1)*(2*n+1)/24 - ties/48
	if variance <= 0 {
		return 1
	}
	z := max(0, math.Abs(plus-n*(n+1)/4)-0.5) / math.Sqrt(variance)
	return math.Erfc(z / math.Sqrt2)
}

func sortedKeys(m map[string]*standing) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
