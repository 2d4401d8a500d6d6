package splitmix

import "testing"

// The first numbers that the generator of the authors gives for the seed 1234567.
func TestMix(t *testing.T) {
	state := uint64(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821} {
		if state += Golden; Mix(state) != want {
			t.Errorf("%d, want %d", Mix(state), want)
		}
	}
}
