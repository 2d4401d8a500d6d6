package stem

import "testing"

// TestPorterMeasure: the examples V3 of m.
func TestPorterMeasure(t *testing.T) {
	for m, words := range []string{"tr, ee, tree, y, by", "trouble, oats, trees, ivy", "troubles, private, oaten"} {
		for _, p := range pairs(words) {
			w := []byte(p.word)
			markY(w)
			if got := measure(w); got != m {
				t.Errorf("%s: m is %d, not %d", p.word, got, m)
			}
		}
	}
}

// TestPorterSteps: the examples V3 of each step alone, and those of Porter's paper.
func TestPorterSteps(t *testing.T) {
	of := func(s *step, m int) Stemmer { return func(w []byte) []byte { return porterStep(w, s, m) } }
	for _, s := range []struct {
		name     string
		step     Stemmer
		examples string
	}{
		{"1a", porter1a, "caresses caress, ponies poni, ties ti, caress caress, cats cat"},
		{"1b", porter1b, "feed feed, agreed agree, plastered plaster, bled bled, motoring motor, sing sing"},
		{"1b1", porter1b1, "conflat conflate, troubl trouble, siz size, hopp hop, tann tan, fall fall, hiss hiss, fizz fizz," +
			" fail fail, fil file"},
		{"1c", porter1c, "happy happi, sky sky"},
		{"2", of(porter2, 0),
			"relational relate, conditional condition, rational rational, valenci valence, hesitanci hesitance," +
				"digitizer digitize, conformabli conformable, radicalli radical, differentli different, vileli vile, analogousli analogous," +
				"vietnamization vietnamize, predication predicate, operator operate, feudalism feudal, decisiveness decisive," +
				"hopefulness hopeful, callousness callous, formaliti formal, sensitiviti sensitive, sensibiliti sensible"},
		{"3", of(porter3, 0), "triplicate triplic, formative form, formalize formal, electriciti electric, electrical electric," +
			"hopeful hope, goodness good"},
		{"4", of(porter4, 1),
			"revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop, adjustable adjust," +
				"defensible defens, irritant irrit, replacement replac, adjustment adjust, dependent depend, adoption adopt," +
				"homologou homolog, communism commun, activate activ, angulariti angular, homologous homolog, effective effect, bowdlerize bowdler"},
		{"5a", porter5a, "probate probat, rate rate, cease ceas"},
		{"5b", porter5b, "controll control, roll roll"},
	} {
		t.Run(s.name, func(t *testing.T) {
			check(t, func(w []byte) []byte {
				markY(w)
				return unmarkY(s.step(w))
			}, s.examples)
		})
	}
}

// TestPorter: whole words, of V3 and of the word list of UNICO. ion falls only after s and t, and an e remains after a
// short syllable and not after any other: the thesis prints both conditions wrongly.
func TestPorter(t *testing.T) {
	check(t, Porter, "relational relat, conflated conflat, agreed agre, controll control")
	check(t, Porter, "generalizations gener, oscillators oscil, informative inform, referate refer, referents refer")
	check(t, Porter, "champion champion, adoption adopt, rate rate, cease ceas, say sai, is is, as as, by by, eyed ei")
}

// TestEnglish: the special forms of the algorithm's description.
func TestEnglish(t *testing.T) {
	check(t, English,
		"skis ski, skies sky, sky sky, ski ski, idly idl, gently gentl, ugly ugli, early earli, only onli, singly singl")
	check(t, English, "news news, howe howe, atlas atlas, cosmos cosmos, bias bias, andes andes")
	check(t, English, "dying die, lying lie, tying tie, vying vie, dyings die")
	check(t, English, "inning inning, outings outing, canning canning, herring herring")
	check(t, English, "earring earring, evenings evening, proceed proceed, exceeded exceed, succeeds succeed")
	check(t, English,
		"past past, paste paste, pasted paste, pasting paste, later later, lateral lateral, emerge emerg, emergency emergenc")
	check(t, English,
		"generate generat, general general, generic generic, generous generous, universe univers, university universiti")
	check(t, English, "organ organ, organic organic, organize organiz, internal internal")
	check(t, English, "community communiti, arsenic arsenic, arsenal arsenal")
	check(t, English, "ties tie, cries cri, gas gas, this this, gaps gap, kiwis kiwi, luxuriated luxuri")
	check(t, English, "hopped hop, hoping hope, added add, egged egg")
	check(t, English, "cry cri, by by, say say, geologist geolog, geology geolog")
	check(t, English, "there's there, 'aa' aa, ''s 's, ''s' 's', cafés café, éied éie")
}
