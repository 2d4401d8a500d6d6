package report

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	shots = flag.String("shots", "", "keep the screenshots of TestBrowser in this folder")
	given = flag.String("page", "", "what TestBrowser opens instead of a page that it makes")
)

// measure.js is appended to a copy of the page and writes what it finds at the end of it.
//
//go:embed testdata/measure.js
var measure string

// verdict is what measure.js says of a page in a window.
type verdict struct {
	Width, Height int
	Dark          bool
	Pictures      int
	Wrong         []string
}

// TestBrowser opens the page in a browser, in windows of a phone, a tablet and a desk, light and dark: nothing is wider than the
// window, no labels overlap, all can be read, the console stays empty.
func TestBrowser(t *testing.T) {
	browser := chromium(t)
	page := givenPage(t)
	dir := t.TempDir()
	original := filepath.Join(dir, "page.html")
	// The policy of the page would not let the script run.
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	if !policy.MatchString(page) {
		t.Fatal("the page has no policy against what it might load")
	}
	copied := strings.Replace(policy.ReplaceAllString(page, ""), "</body>", "<script>"+measure+"</script></body>", 1)
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(original, page)
	for _, width := range []int{390, 800, 1280} {
		for _, dark := range []bool{false, true} {
			if dark && width == 800 || testing.Short() && dark == (width == 1280) {
				continue
			}
			t.Run(fmt.Sprintf("%d %v", width, map[bool]string{false: "light", true: "dark"}[dark]), func(t *testing.T) {
				window := browser.window(width, 900, dark)
				framed := filepath.Join(t.TempDir(), "framed.html")
				write(framed, frame(copied, width, 900))
				v := window.measure(t, framed)
				if v.Width != width || v.Dark != dark || v.Pictures == 0 {
					t.Fatalf("the window is not as asked for: %+v", v)
				}
				for _, w := range v.Wrong {
					t.Error(w)
				}
				if width == 1280 && !dark { // measure has looked at the console of the others
					window.silent(t, original)
				}
				if *shots != "" {
					write(framed, frame(page, width, v.Height))
					window.shoot(t, framed, filepath.Join(*shots, fmt.Sprintf("report-%d-%v.png", width, dark)), v.Height)
				}
			})
		}
	}
}

func givenPage(t *testing.T) string {
	t.Helper()
	if *given == "" {
		return render(t, made(20_000).write(t), Options{})
	}
	page, err := os.ReadFile(*given)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// frame is a page that shows another in so wide a window: the windows of the browser itself have a least width.
func frame(page string, width, height int) string {
	return fmt.Sprintf(`<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">`+
		`<body style="margin:0">`+
		`<iframe style="border:0;display:block;width:%dpx;height:%dpx" srcdoc="%s"></iframe>`, width, height,
		html.EscapeString(page))
}

// program is a browser in the path.
type program struct{ path, profile string } // profile: the folder of the user, of which a new one takes seconds

func chromium(t *testing.T) program {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return program{path, t.TempDir()}
		}
	}
	t.Skip("there is no chromium: .ci/run installs it where it can")
	return program{}
}

// window is how the browser is called.
type window struct {
	program
	width, height int
	flags         []string
}

func (p program) window(width, height int, dark bool) *window {
	w := &window{program: p, width: width, height: height}
	// 0 is dark, 1 is light.
	w.flags = append(w.flags, fmt.Sprintf("--blink-settings=preferredColorScheme=%d", map[bool]int{true: 0, false: 1}[dark]))
	return w
}

// run opens a page where no name leads anywhere and returns what the browser prints.
func (w *window) run(t *testing.T, page string, flags ...string) (stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
		"--user-data-dir=" + w.profile, "--host-resolver-rules=MAP * ~NOTFOUND", "--force-device-scale-factor=1",
		fmt.Sprintf("--window-size=%d,%d", w.width, w.height),
	}, w.flags...)
	cmd := exec.CommandContext(ctx, w.path, append(append(args, flags...), "file://"+page)...)
	var out, msg strings.Builder
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &msg, 5*time.Second
	if err := cmd.Run(); err != nil {
		t.Skipf("the browser does not run here: %v\n%.2000s", err, msg.String())
	}
	return out.String(), msg.String()
}

func (w *window) measure(t *testing.T, page string) (v verdict) {
	t.Helper()
	dom, log := w.run(t, page, "--dump-dom", "--enable-logging=stderr", "--virtual-time-budget=2000")
	quiet(t, log)
	m := regexp.MustCompile(`(?s)<pre id="verdict">(.*?)</pre>`).FindStringSubmatch(dom)
	if m == nil {
		t.Fatalf("nothing was measured in %d bytes", len(dom))
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(m[1])), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// silent checks that the page as it is writes nothing to the console, as it would of what it must not load or run.
func (w *window) silent(t *testing.T, page string) {
	t.Helper()
	dom, log := w.run(t, page, "--dump-dom", "--enable-logging=stderr", "--virtual-time-budget=2000")
	if !strings.Contains(dom, `class="scripted"`) || !strings.Contains(dom, `class="csv"`) {
		t.Error("the policy of the page does not let its script run")
	}
	quiet(t, log)
}

// quiet checks that nothing was written to the console.
func quiet(t *testing.T, log string) {
	t.Helper()
	for line := range strings.Lines(log) {
		if strings.Contains(line, "CONSOLE") {
			t.Errorf("the console says %s", line)
		}
	}
}

func (w *window) shoot(t *testing.T, page, name string, height int) {
	t.Helper()
	tall := *w
	tall.height = height
	tall.run(t, page, "--screenshot="+name)
}
