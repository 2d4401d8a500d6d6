package sitemap

import (
	"slices"
	"strings"

	"webmill/pkg/urls"
)

// known is a page of a twin.
type known struct {
	menu, all     []string
	crawled, seen bool
	in            int
}

// web is all pages in memory.
type web map[string]*known

func (w web) page(url string) *known {
	if w[url] == nil {
		w[url] = &known{}
	}
	return w[url]
}

func hostName(url string) string { return string(hostOf([]byte(url))) }

func (w web) take(lines string) {
	last, fresh := "", false
	for l := range strings.Lines(lines) {
		f := strings.Split(strings.TrimSpace(l), "\t")
		if f[0] != last {
			fresh, last = !w.page(f[0]).seen, f[0]
		}
		p := w.page(f[0])
		p.crawled, p.seen = true, true
		if len(f) < 3 || !fresh || hostName(f[0]) != hostName(f[1]) || f[0] == f[1] {
			continue
		}
		p.all = append(p.all, f[1])
		to := w.page(f[1])
		if f[2] != "content" && f[2] != "undecided" {
			p.menu = append(p.menu, f[1])
			to.in++
		}
	}
}

// isFirst reports whether a page is the first one of a folder.
func isFirst(url string) bool {
	name := url[strings.LastIndex(url, "/")+1:]
	return !strings.Contains(url, "?") && (name == "" || strings.HasPrefix(name, "index."))
}

// root is the home page of a host with some pages.
func (w web) root(host, home string, pages []string) (root string) {
	index := ""
	before := func(u, v string) bool {
		return v == "" || w[u].in > w[v].in || w[u].in == w[v].in && len(u) < len(v)
	}
	folders := func(u string) int {
		return strings.Count(strings.Split(string(urls.AfterHost([]byte(u))), "?")[0], "/")
	}
	for _, u := range pages {
		if w[u].crawled && before(u, root) {
			root = u
		}
		if !w[u].crawled || !isFirst(u) {
			continue
		}
		if index == "" || folders(u) < folders(index) || folders(u) == folders(index) && before(u, index) {
			index = u
		}
	}
	if index != "" && folders(index) <= folders(root) {
		root = index
	}
	plain, secure := w["http://"+host+"/"], w["https://"+host+"/"]
	ok := func(p *known) bool { return p != nil && p.crawled }
	switch {
	case hostName(home) == host && w[home] != nil:
		return home
	case ok(plain) && (!ok(secure) || plain.in > secure.in):
		return "http://" + host + "/"
	case ok(secure):
		return "https://" + host + "/"
	}
	return root
}

// search finds the pages of a tree breadth first.
func (w web) search(root, home string) (queue []string, depth map[string]int, below map[string][]string) {
	depth, below, queue = map[string]int{root: 0}, map[string][]string{}, []string{root}
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		to := w[u].menu
		if u == root && len(to) == 0 && (isFirst(u) || u == home) {
			to = w[u].all
		}
		for _, v := range to {
			if _, ok := depth[v]; !ok {
				depth[v] = depth[u] + 1
				below[u], queue = append(below[u], v), append(queue, v)
			}
		}
	}
	return queue, depth, below
}

// twin makes the trees in memory, as the comment of the package says it.
func twin(lines, pages string, opt Options) string {
	w := web{}
	w.take(lines)
	for l := range strings.Lines(pages) {
		w.page(strings.TrimSpace(l)).crawled = true
	}
	key := func(u string) string { return string(urls.AppendKey(nil, []byte(u))) }
	byHost, hosts := map[string][]string{}, []string{}
	for url := range w {
		h := hostName(url)
		if byHost[h] == nil {
			hosts = append(hosts, h)
		}
		byHost[h] = append(byHost[h], url)
	}
	slices.SortFunc(hosts, func(a, b string) int { return strings.Compare(key("http://"+a+"/"), key("http://"+b+"/")) })
	var out lister
	for _, name := range hosts {
		list := byHost[name]
		slices.SortFunc(list, func(a, b string) int { return strings.Compare(key(a), key(b)) })
		if root := w.root(name, opt.Home, list); root != "" {
			w.write(&out, name, root, list, opt)
		}
	}
	return out.String()
}

// write writes the tree of a host.
func (w web) write(out *lister, name, root string, list []string, opt Options) {
	queue, depth, below := w.search(root, opt.Home)
	h := Host{Name: []byte(name)}
	var written []Page
	for _, u := range queue {
		if w[u].crawled {
			h.Reached++
		} else {
			h.Missing++
		}
		if h.Depth = depth[u]; opt.MaxDepth > 0 && h.Depth > opt.MaxDepth {
			h.Deeper++
		}
	}
	var walk func(u string)
	walk = func(u string) {
		if opt.MaxDepth > 0 && depth[u] > opt.MaxDepth {
			return
		}
		if w[u].crawled || opt.Tree {
			written = append(written, Page{URL: []byte(u), Depth: depth[u], Crawled: w[u].crawled})
		}
		for _, v := range below[u] {
			walk(v)
		}
	}
	walk(root)
	for _, u := range list {
		if w[u].crawled {
			h.Crawled++
		}
		if _, ok := depth[u]; opt.Beyond && !ok && w[u].crawled {
			written = append(written, Page{URL: []byte(u), Depth: -1, Crawled: true})
		}
	}
	if len(written) > 0 {
		out.Host(&h)
	}
	for i := range written {
		out.Page(&written[i])
	}
}
