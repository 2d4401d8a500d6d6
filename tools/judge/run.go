package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/text/document"
	"webmill/pkg/text/judgement"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	documents, judgements string
	merge                 bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.documents, "documents", "", shared.Documents)
	f.StringVar(&o.judgements, "judgements", "", "append judgements to `FILE`, which is made if it is not there")
	f.BoolVar(&o.merge, "merge", false, "no dialogue: put the judgements of all files together")
	f.Without("-merge", func() bool { return o.merge }, "documents", "judgements", "from", "header", "force")
	f.Needs("-merge; the dialogue appends to the file of -judgements", func() bool { return o.merge }, "o")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.merge {
		return o.join(env)
	}
	switch {
	case len(env.Args) != 1 || env.Args[0] == stream.Stdin:
		return cli.Usagef("one LIST is needed, as a file: stdin is for the keys")
	case o.documents == "" || o.documents == stream.Stdin:
		return cli.Usagef("-documents is needed, as a file: stdin is for the keys")
	case o.judgements == "":
		return cli.Usagef("-judgements is needed: it names the file to which judgements are appended")
	}
	if err := env.Leaves(document.LeastMemory, "to read documents"); err != nil {
		return err
	}
	if err := env.Reads(o.judgements); err != nil {
		return err
	}
	list, err := openList(env, env.Args[0])
	if err != nil {
		return err
	}
	file, err := o.openFile(env)
	if err != nil {
		return err
	}
	defer file.Close()
	file.Values.Warn(o.judgements, env.Warnf)
	pages, err := o.openPages(env, list, file)
	if err != nil {
		return err
	}
	defer pages.store.Close()
	return o.talk(env, &judgement.Dialogue{Docs: list, Page: pages.page, File: file, Out: env.Stdout})
}

// openFile opens the file of judgements. Of one that is no text it says what it is.
func (o *options) openFile(env *cli.Env) (*judgement.File, error) {
	file, err := judgement.Open(env.FS, o.judgements)
	if _, bad := errors.AsType[tuple.BadLine](err); bad {
		in, failed := env.OpenBytes(o.judgements)
		if failed == nil {
			failed = in.ExpectLines()
		}
		if failed != nil {
			return nil, failed
		}
	}
	return file, err
}

// talk runs the dialogue.
func (o *options) talk(env *cli.Env, d *judgement.Dialogue) (err error) {
	stop := env.Stop()
	env.Progress.Hide()
	keys, err := openKeys(env)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, keys.restore()) }()
	if d.Size = keys.size; d.Size != nil {
		d.Now, d.Dumb = time.Now, os.Getenv("TERM") == "dumb"
	}
	before := d.File.Len()
	if err := d.Begin(); err != nil {
		return err
	}
	for done := false; !done; {
		select {
		case <-stop:
			done = true
		case <-keys.resized:
			if err := d.Resized(); err != nil {
				return err
			}
		case typed, more := <-keys.typed:
			if !more {
				err, done = keys.err, true
			} else {
				done, err = d.Keys(typed)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := d.File.Whole(); err != nil {
		return err
	}
	env.Stats.Add(cli.Figures{"documents": len(d.Docs), "judged": d.Judged(), "judgements": d.File.Len()})
	_, err = fmt.Fprintf(env.Stdout, "\n%d of %d documents are judged, %d of them now: %s\n", d.Judged(), len(d.Docs),
		max(0, d.File.Len()-before), o.judgements)
	return err
}

// mostNamed is how many documents whose judgements differ are named.
const mostNamed = 10

// join writes the judgements of all files.
func (o *options) join(env *cli.Env) error {
	if err := cli.OneStdin(env.Args...); err != nil {
		return err
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	merged := judgement.Merged{Left: env.Memory}
	for _, name := range env.Operands() {
		in, err := env.OpenLines(name)
		if err != nil {
			return err
		}
		if err := merged.Add(in); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
		if err := in.Close(); err != nil {
			return err
		}
	}
	unlike := int64(0)
	merged.Unlike(func(doc int32, earlier, counts float64) {
		if unlike++; unlike <= mostNamed {
			env.Warnf("document %d was judged %v, and later %v, which counts", doc, earlier, counts)
		}
	})
	if unlike > mostNamed {
		env.Warnf("the judgements of %s differ too", tuple.Counted(unlike-mostNamed, "more document", "more documents"))
	}
	if merged.Len() == 0 {
		env.Warnf("the input is empty: there are no judgements")
	}
	env.Stats.Add(cli.Figures{"judged": merged.Len(), "unlike": unlike})
	return merged.Write(out)
}
