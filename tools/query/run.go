package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/query"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/rows"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	query.Options
	words     documents.Words
	most      int64
	questions string
	phrases   string
	mixed     bool
	documents string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes(rows.Forms, stream.Text)
	f.StringVar(&o.questions, "questions", "", "answer the lines of `FILE` (default stdin, if no question is an operand)")
	f.Lacks("is -answers here", "limit", "n", "top")
	f.Int64Var(&o.most, "answers", 10, "write the best `N` answers to each question")
	f.Range(1, math.MaxInt32, "answers")
	cli.Choice(f, &o.Rank, "weight", query.BM25, "a score is the sum of these `WEIGHTS` of words: "+cli.Words(query.Ranks, "or"),
		query.Ranks)
	shared.BM25(f, &o.K, &o.B)
	o.words.Flags(f)
	f.BoolVar(&o.mixed, "mixed", false,
		"the dictionary has the terms of several stemmers, as terms -stem auto makes them: it is not compared with -stem and -stem-table")
	f.StringVar(&o.phrases, "phrases", "", "look phrases and NEAR up in `FILE`, raw (term, doc, position) sorted by 1,2,3")
	f.StringVar(&o.documents, "documents", "", shared.Documents)
	f.Needs("-weight bm25", func() bool { return o.Rank == query.BM25 }, "bm25-k", "bm25-b")
	return o.run
}

// job is one run.
type job struct {
	opt   *options
	env   *cli.Env
	dict  string // the names of files
	index *query.Index
	out   *output
	next  questions

	unknown int64           // words that the dictionary does not have
	odd     map[string]bool // kinds of query.Odd that a warning has named
}

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	j := &job{opt: o, env: env, dict: env.Args[0], odd: map[string]bool{}}
	rule, err := o.words.Rule(env, "questions")
	if err != nil {
		return err
	}
	if o.Rule = *rule; !o.mixed {
		o.Stemmer, o.Table, o.Only = o.words.Named(), o.words.Table, !o.words.StemsOthers()
	}
	if err := dictionary.MustReread(env, j.dict); err != nil {
		return err
	}
	if j.next, err = o.open(env); err != nil {
		return err
	}
	if j.out, err = create(env, o.documents != ""); err != nil {
		return err
	}
	if err := o.room(env); err != nil {
		return err
	}
	if err := j.openIndex(); err != nil {
		return dictionary.Swapped(env, err, env.Args[:3]...)
	}
	return j.answer()
}

// check is all that can be said before anything is opened.
func (o *options) check(env *cli.Env) error {
	switch {
	case len(env.Args) < 3:
		return cli.Usagef("give the dictionary, the lengths and the postings, like query words.txt lengths.t2 postings.t3 'two words'; make CRAWL=… words makes them of a crawl")
	case len(env.Args) > 3 && o.questions != "":
		return cli.Usagef("-questions cannot be used with questions as operands")
	}
	o.Most = int(o.most)
	if o.documents == "-" {
		return cli.Usagef("-documents is read for each batch of questions: it cannot be stdin")
	}
	return nil
}

// room divides the memory; there are fewer threads if it is small.
func (o *options) room(env *cli.Env) error {
	o.Room = env.Room()
	for o.Threads > 1 && o.Memory < query.LeastMemory(o.Most, o.Threads) {
		o.Threads--
	}
	if err := env.Leaves(query.LeastMemory(o.Most, 1), fmt.Sprintf("for -answers %d", o.Most)); err != nil {
		return err
	}
	if o.documents != "" {
		return env.AtLeast(document.LeastMemory, "to read documents")
	}
	return nil
}

// openIndex opens the files of the index.
func (j *job) openIndex() error {
	ofPostings, ofPositions, ofLengths := query.Columns()
	lengths, err := j.places(j.env.Args[1], ofLengths)
	if err != nil {
		return err
	}
	postings, err := j.places(j.env.Args[2], ofPostings)
	if err != nil {
		return err
	}
	positions, err := j.places(j.opt.phrases, ofPositions)
	if err != nil {
		return err
	}
	j.index, err = query.Open(postings, positions, lengths, query.LengthsMemory(j.opt.Memory))
	if err == nil && !j.env.Force() {
		err = j.index.CheckCounts()
	}
	return err
}

// places opens a file of the index, nil if it has no name.
func (j *job) places(name string, columns []tuple.Column) (*tuple.Places, error) {
	if name == "" {
		return nil, nil
	}
	in, err := j.env.Open(name, columns)
	if err != nil {
		return nil, err
	}
	places, err := tuple.PlacesOf(in)
	if err == nil && places == nil {
		err = fmt.Errorf("%s: is no raw file, whose records could be searched: make one by tuples -o x.t%d", in.Name, len(columns))
	}
	return places, err
}

// questions gives questions, with their numbers, and io.EOF at the end.
type questions func() (number int64, text []byte, err error)

// open opens the questions.
func (o *options) open(env *cli.Env) (questions, error) {
	number := int64(0)
	if asked := env.Args[3:]; len(asked) > 0 {
		return func() (int64, []byte, error) {
			if int(number) == len(asked) {
				return 0, nil, io.EOF
			}
			number++
			return number, []byte(asked[number-1]), nil
		}, nil
	}
	if o.questions == "" {
		o.questions = "-"
	}
	if err := cli.OneStdin(o.words.Inputs(append([]string{o.questions}, env.Args...)...)...); err != nil {
		return nil, err
	}
	in, err := env.OpenLines(o.questions)
	if err != nil {
		return nil, err
	}
	lines := tuple.NewLines(in, query.MaxQuestion)
	names := int64(0) // lines of them
	if env.Header {
		if line, err := lines.Next(); err == nil && len(bytes.Fields(line)) != 1 {
			return nil, fmt.Errorf("%s: the first line should name the column, but is %.64q: with -header, put a line like question before it",
				in.Name, line)
		}
		names = 1
	}
	return func() (int64, []byte, error) {
		line, err := lines.Next()
		if err != nil && err != io.EOF {
			err = fmt.Errorf("%s: %w", in.Name, err)
		}
		return lines.Number - names, line, err
	}, nil
}

// answer answers the questions in batches.
func (j *job) answer() error {
	asked, batches := 0, 0
	for more := true; more; {
		b := query.NewBatch(&j.opt.Options)
		for more && !b.Full() {
			number, text, err := j.next()
			if err == io.EOF {
				more = false
				break
			}
			if err != nil {
				return err
			}
			if len(bytes.TrimSpace(text)) == 0 {
				continue
			}
			if err := b.Add(number, text); err != nil {
				return err
			}
			j.warn(b.Questions[len(b.Questions)-1])
		}
		if len(b.Questions) == 0 {
			break
		}
		if err := j.batch(b); err != nil {
			return err
		}
		asked += len(b.Questions)
		batches++
	}
	j.index.Count()
	if asked == 0 {
		j.env.Warnf("the input is empty: there are no questions")
	}
	if j.unknown > mostNamed {
		j.env.Warnf("%s not in the dictionary %s", tuple.Counted(j.unknown-mostNamed, "more word of questions is",
			"more words of questions are"), j.dict)
	}
	j.env.Stats.Add(cli.Figures{"questions": asked, "batches": batches, "documents": j.index.Docs, "unknown_words": j.unknown})
	return j.out.rows.Close()
}

// warn says once of each kind what other programs take for an operator.
func (j *job) warn(q *query.Question) {
	for _, o := range q.Odd {
		if !j.odd[o.Kind] {
			j.odd[o.Kind] = true
			j.env.Warnf("question %d: %.64q: %s", q.Number, o.Text, o.Remedy)
		}
	}
}

const mostNamed = 10 // words that the dictionary does not have

// batch answers some questions.
func (j *job) batch(b *query.Batch) error {
	if err := j.lookUp(b); err != nil {
		return err
	}
	b.Missing(func(question int64, word string) {
		if word == "" {
			j.env.Warnf("question %d has no words to look for", question)
		} else if j.unknown++; j.unknown <= mostNamed {
			hint := ""
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Mn, r) }) {
				hint = ": its accents are characters of their own, but pages mostly have letters with accents (NFC)"
			}
			j.env.Warnf("question %d: %s is not in the dictionary %s%s", question, word, j.dict, hint)
		}
	})
	if err := b.Answer(j.index); err != nil {
		if errors.Is(err, query.ErrPositions) {
			return cli.Usagef("%v: give them by -phrases", err)
		}
		return err
	}
	names, err := j.names(b)
	if err != nil {
		return err
	}
	for _, q := range b.Questions {
		for i, f := range q.Answers {
			if err := j.out.write(q.Number, i+1, f, names[f.ID]); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookUp gives the words of a batch their ids.
func (j *job) lookUp(b *query.Batch) error {
	in, err := dictionary.Open(j.env, j.dict)
	if err != nil {
		return err
	}
	defer in.Close()
	n, err := dictionary.EachWord(in, dictionary.OfTerms(j.env), func(id int64, word []byte) error {
		if err := b.See(id, word); err != nil {
			return fmt.Errorf("%s: %w", j.dict, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if int64(j.index.Last) >= n {
		return fmt.Errorf("%s: has terms up to %d, but the dictionary %s goes to %d: these files are of different runs",
			j.env.Args[2], j.index.Last, j.dict, n-1)
	}
	if !j.env.Force() {
		if err := j.index.CheckTerms(j.dict, n); err != nil {
			return err
		}
	}
	if err := b.CheckStems(); err != nil {
		return fmt.Errorf("%s: %w", j.dict, err)
	}
	return nil
}

// namesShare bounds the URLs and titles of the answers by one 8th of the memory. Documents, which may be long, need the rest.
const namesShare = 8

// names are the URLs and titles of the answers, if they are asked for.
func (j *job) names(b *query.Batch) (map[int32]*query.Name, error) {
	if j.opt.documents == "" {
		return nil, nil
	}
	src, err := documents.Open(j.env, "id", []string{"url", "title"}, j.opt.documents)
	if err != nil {
		return nil, err
	}
	whole := j.index
	if j.env.Force() {
		whole = nil
	}
	names, err := b.Names(src, j.opt.Memory/namesShare, whole)
	if err != nil {
		err = fmt.Errorf("%s: %w", j.opt.documents, err)
	}
	return names, err
}
