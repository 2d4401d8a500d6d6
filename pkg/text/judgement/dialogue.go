package judgement

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// Doc is a document to be judged.
type Doc struct{ ID, Cluster int32 }

// Page is what is shown of a document. Nobody has cleaned its strings.
type Page struct {
	URL, Title, Text []byte
	Cut              bool // Text is not all there is
}

// Dialogue goes through documents, and takes keys. What it shows has no control characters but its own.
type Dialogue struct {
	Docs []Doc
	Page func(doc int) (*Page, error) // by its place in Docs
	File *File
	Out  io.Writer
	// Now is the clock by which judgements get their times; nil: they get none.
	Now func() time.Time
	// Size is how many columns and lines the terminal has; nil: Out is none. Then no line is written over.
	Size func() (columns, lines int)
	// Dumb says that the terminal cannot be cleared: each document is written below the last.
	Dumb bool

	at      int // the document that is shown; len(Docs): the end of the list
	place   map[int32]int
	judged  int // documents of the list
	lines   []string
	columns int    // for which the lines were made
	from    int    // the first line of the text that is shown, and
	next    int    // that which more shows
	value   []byte // that is being typed, nil: none
	note    string // what the last key did
	page    *Page
	escape  escape
	watch   stopwatch
}

// escape says where in the bytes of a key like an arrow the keys are.
type escape int

const (
	outside   escape = iota
	begun            // an Esc was the last byte of a read: it may have been that key alone
	following        // an Esc with something behind it
	sequence         // Esc [ … up to a letter or ~
	one              // Esc O and one more byte
)

// The keys that are no letters.
const (
	keyInterrupt = 3 // Ctrl-C, where the terminal makes no signal of it
	keyEnd       = 4 // Ctrl-D
	keyErase     = 8
	keyEscape    = 27
	keyDelete    = 127
)

const help = `1  relevant               0  not relevant
.5 and Enter: a value, here 0.5; Esc cancels it
s  skip, until judge runs again
u  take the last judgement back
m  more of the text       ?  this help
q  quit: what was judged is on the disk`

// Begin shows the first document that was not judged.
func (d *Dialogue) Begin() error {
	d.place = map[int32]int{}
	for i, doc := range d.Docs {
		d.place[doc.ID] = i
		if _, ok := d.File.Values.Of[doc.ID]; ok {
			d.judged++
		}
	}
	d.watch.now = d.Now
	d.watch.start()
	return d.show(0)
}

// Judged is how many documents of the list were judged, also before.
func (d *Dialogue) Judged() int { return d.judged }

// Keys takes what was typed. done says that the dialogue has ended.
func (d *Dialogue) Keys(typed []byte) (done bool, err error) {
	d.watch.key()
	for i, key := range typed {
		if d.escaped(key, i == len(typed)-1) {
			continue
		}
		if done, err = d.key(key); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// escaped reports whether a byte belongs to a key like an arrow, which means nothing here: Home may be Esc [ 1 ~, which must not
// judge a document.
func (d *Dialogue) escaped(key byte, last bool) bool {
	state := d.escape
	d.escape = outside
	switch {
	case (state == begun || state == following) && key == '[':
		d.escape = sequence
	case (state == begun || state == following) && key == 'O':
		d.escape = one
	case state == sequence && (key < '@' || key > '~'):
		d.escape = sequence
	case state == following, state == sequence, state == one:
	case key == keyEscape:
		d.escape = following
		if last {
			d.escape = begun
		}
		return false
	default:
		return false
	}
	return true
}

func (d *Dialogue) key(key byte) (done bool, err error) {
	d.note = ""
	switch {
	case key == 'q' || key == keyInterrupt || key == keyEnd:
		return true, nil
	case d.value != nil:
		return false, d.typeValue(key)
	case key == 'u':
		return false, d.undo()
	case key == '\n' || key == '\r' || key == ' ' && d.Size == nil || key == keyEscape || key >= 0x80:
		return false, nil
	case d.at == len(d.Docs) && d.Size == nil:
		_, err = fmt.Fprintln(d.Out, "This is the end of the list, and further keys come: only u has a meaning here, so judge ends")
		return true, err
	case key == '?' || key == 'h':
		d.note = help
	case d.at == len(d.Docs):
		d.note = "This is the end of the list: u takes the last judgement back, q ends"
	case key == '1' || key == '0':
		return false, d.judge(float64(key - '0'))
	case key == '.' || key == ',':
		d.value = []byte{'.'}
	case key == 's':
		return false, d.show(d.at + 1)
	case key == 'm' || key == ' ':
		d.more()
	default:
		d.note = fmt.Sprintf("%s is no key here: ? shows the keys", strconv.QuoteRune(rune(key)))
	}
	return false, d.draw()
}

// typeValue takes a key of a value.
func (d *Dialogue) typeValue(key byte) error {
	switch {
	case key >= '0' && key <= '9' && len(d.value) < 17:
		d.value = append(d.value, key)
	case (key == keyErase || key == keyDelete) && len(d.value) > 1:
		d.value = d.value[:len(d.value)-1]
	case key == '\n' || key == '\r':
		value, ok := Value(string(d.value))
		d.value = nil
		if ok {
			return d.judge(value)
		}
		d.note = "A value is typed like .5"
	default:
		d.value, d.note = nil, "The value was not taken"
	}
	if d.Size == nil && d.value != nil {
		return nil // there is no screen to renew for each digit
	}
	return d.draw()
}

// judge judges the document that is shown, and goes on.
func (d *Dialogue) judge(value float64) error {
	doc := d.Docs[d.at].ID
	if d.File.Len() == Most {
		return fmt.Errorf("%s: has %d judgements, and cannot have more", d.File.Name, Most)
	}
	_, again := d.File.Values.Of[doc]
	if err := d.File.Add(&Judgement{Doc: doc, Value: value, URL: d.page.URL, Took: d.watch.judged()}); err != nil {
		return err
	}
	if !again {
		d.judged++
	}
	d.note = fmt.Sprintf("Document %d: %s", doc, AppendValue(nil, value))
	return d.show(d.at + 1)
}

// undo takes the last judgement of the file back, and shows its document. The next judgement gets its time.
func (d *Dialogue) undo() error {
	doc, took, ok := d.File.Last()
	at, here := d.place[doc]
	switch {
	case !ok:
		d.note = "There is no judgement to take back"
		return d.draw()
	case !here:
		d.note = fmt.Sprintf("The last judgement is of document %d, which is not in this list: it stays", doc)
		return d.draw()
	}
	if err := d.File.Undo(); err != nil {
		return err
	}
	d.watch.worked += took
	if _, still := d.File.Values.Of[doc]; !still {
		d.judged--
	}
	d.note = fmt.Sprintf("The judgement of document %d was taken back", doc)
	return d.showAt(at)
}

// show shows the first document from a place on that was not judged, or the end of the list.
func (d *Dialogue) show(from int) error {
	for ; from < len(d.Docs); from++ {
		if _, judged := d.File.Values.Of[d.Docs[from].ID]; !judged {
			break
		}
	}
	return d.showAt(from)
}

func (d *Dialogue) showAt(at int) (err error) {
	d.at, d.from, d.lines, d.columns, d.page = at, 0, nil, 0, nil
	if at < len(d.Docs) {
		if d.page, err = d.Page(at); err != nil {
			return err
		}
	}
	return d.draw()
}
