package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"webmill/pkg/madewebs"
)

// TestFetchAuthorities: a certificate that the system does not trust is an error of TLS, unless a list of authorities has who
// signed it, or certificates are not checked then.
func TestFetchAuthorities(t *testing.T) {
	t.Parallel()
	server, err := madewebs.Serve(madewebs.Flat(3, 100), madewebs.Options{TLS: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	dir := t.TempDir()
	list := filepath.Join(dir, "authorities.pem")
	if err := os.WriteFile(list, server.Certificate(), 0o644); err != nil {
		t.Fatal(err)
	}
	for state, c := range map[string]struct {
		args []string
		want string
	}{"system": {nil, "tls"}, "list": {[]string{"-ca", list}, "ok"}, "unverified": {[]string{"-unverified"}, "ok"}} {
		state = filepath.Join(dir, state)
		args := append([]string{"-q", "-state", state, "-resolve", server.Addr().String(), "-delay", "0", "-attempts", "1",
			"-depth", "1"}, append(c.args, "https://flat.example/")...)
		text, err := exec.Command(filepath.Join(binDir, "fetch"), args...).CombinedOutput()
		log := logged(t, state)
		if len(log) == 0 || log[len(log)-1].Outcome != c.want {
			t.Errorf("%v: %v: %s: %+v", c.args, err, text, log)
		}
	}
}
