// Package objectstest has stores of objects for tests: servers in this process that answer the requests of Beam's packages as S3
// and Google Cloud Storage do, and a store that fails.
package objectstest

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Server is a store. Objects are named by bucket/name.
type Server struct {
	mu      sync.Mutex
	objects map[string][]byte
	parts   map[string][]byte // of uploads that are not complete
	changed map[string]time.Time
}

// serve starts a server that lives as long as the process, since a store stays open so long. env gives the variables
// of the environment that lead clients to an address.
func serve(handler func(*Server, http.ResponseWriter, *http.Request), env func(address string) map[string]string) *Server {
	s := &Server{}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		handler(s, w, r)
	}))
	for name, value := range env(web.URL) {
		os.Setenv(name, value)
	}
	return s
}

// empty removes all objects.
func (s *Server) empty() *Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.objects, s.parts, s.changed = map[string][]byte{}, map[string][]byte{}, map[string]time.Time{}
	return s
}

// Names are those of all objects.
func (s *Server) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.objects))
}

func (s *Server) put(name string, data []byte) {
	s.objects[name], s.changed[name] = data, time.Now()
}

// S3 is the store of names with s3://, without objects. Its bucket is bucket.
func S3() *Server { return s3().empty() }

var s3 = sync.OnceValue(func() *Server {
	return serve((*Server).s3, func(address string) map[string]string {
		return map[string]string{"AWS_ENDPOINT_URL": address, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "key",
			"AWS_SECRET_ACCESS_KEY": "secret", "AWS_EC2_METADATA_DISABLED": "true", "AWS_MAX_ATTEMPTS": "1",
			"AWS_RESPONSE_CHECKSUM_VALIDATION": "when_required", "AWS_CONFIG_FILE": os.DevNull,
			"AWS_SHARED_CREDENTIALS_FILE": os.DevNull}
	})
})

func (s *Server) s3(w http.ResponseWriter, r *http.Request) {
	name, query := strings.TrimPrefix(r.URL.Path, "/"), r.URL.Query()
	bucket, key, _ := strings.Cut(name, "/")
	data, there := s.objects[name]
	switch {
	case bucket != "bucket":
		s3Error(w, "NoSuchBucket")
	case r.Method == "GET" && key == "":
		s.s3List(w, bucket, query.Get("prefix"))
	case r.Method == "POST" && query.Has("uploads"):
		fmt.Fprintf(w, "<InitiateMultipartUploadResult><UploadId>%d</UploadId></InitiateMultipartUploadResult>", len(s.parts))
	case r.Method == "PUT" && query.Has("uploadId"):
		s.parts[query.Get("uploadId")+"/"+fmt.Sprintf("%05s", query.Get("partNumber"))] = s3Body(r)
		w.Header().Set("ETag", `"part"`)
	case r.Method == "POST" && query.Has("uploadId"):
		var whole []byte
		for _, part := range slices.Sorted(maps.Keys(s.parts)) {
			if strings.HasPrefix(part, query.Get("uploadId")+"/") {
				whole = append(whole, s.parts[part]...)
			}
		}
		s.put(name, whole)
		fmt.Fprint(w, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>")
	case r.Method == "PUT":
		s.put(name, s3Body(r))
	case r.Method == "DELETE":
		delete(s.objects, name)
		w.WriteHeader(http.StatusNoContent)
	case !there:
		s3Error(w, "NoSuchKey")
	default:
		w.Header().Set("Last-Modified", s.changed[name].UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		if r.Method == "GET" {
			w.Write(data)
		}
	}
}

func s3Error(w http.ResponseWriter, code string) {
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprintf(w, "<Error><Code>%s</Code></Error>", code)
}

func (s *Server) s3List(w http.ResponseWriter, bucket, prefix string) {
	type content struct {
		Key  string
		Size int
	}
	var result struct {
		XMLName  xml.Name `xml:"ListBucketResult"`
		Contents []content
	}
	for _, name := range slices.Sorted(maps.Keys(s.objects)) {
		if key := strings.TrimPrefix(name, bucket+"/"); strings.HasPrefix(key, prefix) {
			result.Contents = append(result.Contents, content{key, len(s.objects[name])})
		}
	}
	xml.NewEncoder(w).Encode(result)
}

// s3Body is the body of a request, which may come in pieces with their lengths.
func s3Body(r *http.Request) (data []byte) {
	all, _ := io.ReadAll(r.Body)
	if !strings.Contains(r.Header.Get("Content-Encoding"), "aws-chunked") {
		return all
	}
	for text := string(all); ; {
		head, rest, _ := strings.Cut(text, "\r\n")
		size, _, _ := strings.Cut(head, ";")
		n, err := strconv.ParseInt(size, 16, 64)
		if err != nil || n == 0 {
			return data
		}
		data = append(data, rest[:n]...)
		text = rest[n+2:]
	}
}

// GCS is the store of names with gs://, without objects. Its bucket is bucket.
func GCS() *Server { return gcs().empty() }

var gcs = sync.OnceValue(func() *Server {
	return serve((*Server).gcs, func(address string) map[string]string {
		return map[string]string{"STORAGE_EMULATOR_HOST": strings.TrimPrefix(address, "http://")}
	})
})

func (s *Server) gcs(w http.ResponseWriter, r *http.Request) {
	path, media := r.URL.EscapedPath(), r.URL.Query().Get("alt") == "media"
	about, isAbout := strings.CutPrefix(path, "/storage/v1/b/bucket/o")
	switch {
	case strings.HasPrefix(path, "/upload/storage/v1/b/bucket/o"):
		s.gcsUpload(w, r)
	case isAbout && about == "":
		s.gcsList(w, r.URL.Query().Get("prefix"))
	case isAbout || strings.HasPrefix(path, "/bucket/"):
		object, _ := url.PathUnescape(strings.TrimPrefix(about, "/"))
		if !isAbout {
			object, media = strings.TrimPrefix(r.URL.Path, "/bucket/"), true
		}
		name := "bucket/" + object
		data, there := s.objects[name]
		switch {
		case !there:
			gcsError(w)
		case r.Method == "DELETE":
			delete(s.objects, name)
			w.WriteHeader(http.StatusNoContent)
		case media:
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			w.Write(data)
		default:
			json.NewEncoder(w).Encode(s.gcsAbout(name))
		}
	default:
		gcsError(w)
	}
}

func gcsError(w http.ResponseWriter) {
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, `{"error": {"code": 404, "message": "Not Found"}}`)
}

func (s *Server) gcsAbout(name string) map[string]any {
	sum := crc32.Checksum(s.objects[name], crc32.MakeTable(crc32.Castagnoli))
	return map[string]any{"kind": "storage#object", "bucket": "bucket", "name": strings.TrimPrefix(name, "bucket/"),
		"size": strconv.Itoa(len(s.objects[name])), "updated": s.changed[name].UTC().Format(time.RFC3339Nano), "generation": "1",
		"crc32c": base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, sum))}
}

func (s *Server) gcsList(w http.ResponseWriter, prefix string) {
	items := []any{}
	for _, name := range slices.Sorted(maps.Keys(s.objects)) {
		if strings.HasPrefix(name, "bucket/"+prefix) {
			items = append(items, s.gcsAbout(name))
		}
	}
	json.NewEncoder(w).Encode(map[string]any{"kind": "storage#objects", "items": items})
}

// gcsUpload takes an object in one request of two parts, what it is and its data, or in requests for pieces of it.
func (s *Server) gcsUpload(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("upload_id")
	if r.URL.Query().Get("uploadType") == "multipart" {
		_, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		reader, body := multipart.NewReader(r.Body, params["boundary"]), [2][]byte{}
		for i := range body {
			if part, err := reader.NextPart(); err == nil {
				body[i], _ = io.ReadAll(part)
			}
		}
		s.gcsPut(w, gcsName(body[0]), body[1])
		return
	}
	data, _ := io.ReadAll(r.Body)
	if id == "" {
		query := url.Values{"uploadType": {"resumable"}, "upload_id": {gcsName(data)}}
		w.Header().Set("Location", "http://"+r.Host+r.URL.Path+"?"+query.Encode())
		return
	}
	s.parts[id] = append(s.parts[id], data...)
	if strings.HasSuffix(r.Header.Get("Content-Range"), "/*") {
		w.Header().Set("X-Http-Status-Code-Override", "308")
		w.Header().Set("Range", fmt.Sprintf("bytes=0-%d", len(s.parts[id])-1))
		return
	}
	s.gcsPut(w, id, s.parts[id])
	delete(s.parts, id)
}

func gcsName(about []byte) string {
	var object struct{ Name string }
	json.Unmarshal(about, &object)
	return object.Name
}

func (s *Server) gcsPut(w http.ResponseWriter, name string, data []byte) {
	s.put("bucket/"+name, data)
	json.NewEncoder(w).Encode(s.gcsAbout("bucket/" + name))
}
