package webs

import "net/http"

// Hostile is not there yet.
func Hostile() http.Handler { return http.NotFoundHandler() }
