package urls_test

import (
	"fmt"

	"webmill/pkg/urls"
)

func ExampleResolver() {
	var r urls.Resolver
	if err := r.SetBase([]byte("http://www.Example.com/people/index.html")); err != nil {
		fmt.Println(err)
	}
	for _, ref := range []string{" m%c3%bcller.html#top", "../?q=1", "//example.org:80", "mailto:a@example.com"} {
		url, err := r.Resolve(nil, []byte(ref))
		fmt.Println(string(url), err)
	}
	// Output:
	// http://www.example.com/people/m%C3%BCller.html <nil>
	// http://www.example.com/?q=1 <nil>
	// http://example.org/ <nil>
	//  not an http or https URL
}

func ExampleAppendKey() {
	key := urls.AppendKey(nil, []byte("http://www.example.com/a?b"))
	fmt.Println(string(key))
	fmt.Println(string(urls.FromKey(nil, key)))
	// Output:
	// com,example,www)/a?b
	// http://www.example.com/a?b
}

func ExampleDomain() {
	for _, host := range []string{"www.example.co.uk", "me.github.io", "10.0.0.1"} {
		fmt.Printf("%s %s\n", urls.Domain([]byte(host), false), urls.Domain([]byte(host), true))
	}
	// Output:
	// example.co.uk example.co.uk
	// github.io me.github.io
	// 10.0.0.1 10.0.0.1
}

func ExampleTraps() {
	fmt.Println(urls.DefaultTraps.Check([]byte("http://example.com/a/a/a/a/")))
	// Output: same-segment false
}
