package madewebs

import (
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// accessLog writes a line for each request when its answer ends: method, host, path with query, status, the time when the
// request came, how long the answer took. Times are in milliseconds; the first counts from the begin of the log. TABs divide
// the fields. The status is 0 if the answer was written without net/http. Each line is one Write, so that a file always ends
// with a whole line.
type accessLog struct {
	web   http.Handler
	out   io.Writer
	begun time.Time

	mu   sync.Mutex
	line []byte
}

// ServeHTTP implements http.Handler.
func (l *accessLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	came := time.Now()
	s := statusWriter{ResponseWriter: w}
	l.web.ServeHTTP(&s, r)
	took := time.Since(came)

	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.line[:0]
	for _, field := range []string{r.Method, r.Host, r.URL.RequestURI(), strconv.Itoa(s.status)} {
		b = append(append(b, field...), '\t')
	}
	b = append(appendMilliseconds(b, came.Sub(l.begun)), '\t')
	b = append(appendMilliseconds(b, took), '\n')
	l.line = b
	l.out.Write(b)
}

func appendMilliseconds(dst []byte, d time.Duration) []byte {
	return strconv.AppendFloat(dst, float64(d.Microseconds())/1000, 'f', 3, 64)
}

// statusWriter keeps the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (s *statusWriter) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (s *statusWriter) Write(p []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	return s.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController find the methods of the writer inside.
func (s *statusWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }
