package warc

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"

	"webmill/pkg/ascii"
)

// Digest is the checksum that WARC tools write for some bytes: sha1, in base 32.
func Digest(content []byte) string {
	sum := sha1.Sum(content)
	return string(AppendDigest(nil, &sum))
}

// AppendDigest appends a sum in the form of Digest.
func AppendDigest(dst []byte, sum *[sha1.Size]byte) []byte {
	return base32.StdEncoding.AppendEncode(append(dst, "sha1:"...), sum[:])
}

// Matches reports whether stated bytes, like "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", are the checksum of some bytes: sha1,
// sha256, sha512 or md5, in base 32, base 64 or hexadecimal. known is false for what is none of these.
func Matches(stated, content []byte) (ok, known bool) {
	name, value, _ := bytes.Cut(stated, []byte(":"))
	var sum []byte
	switch {
	case ascii.EqualFold(name, "sha1"), ascii.EqualFold(name, "sha-1"):
		s := sha1.Sum(content)
		sum = s[:]
	case ascii.EqualFold(name, "sha256"), ascii.EqualFold(name, "sha-256"):
		s := sha256.Sum256(content)
		sum = s[:]
	case ascii.EqualFold(name, "sha512"), ascii.EqualFold(name, "sha-512"):
		s := sha512.Sum512(content)
		sum = s[:]
	case ascii.EqualFold(name, "md5"):
		s := md5.Sum(content)
		sum = s[:]
	default:
		return false, false
	}
	value = bytes.TrimRight(bytes.TrimSpace(value), "=")
	switch len(value) {
	case hex.EncodedLen(len(sum)):
		return ascii.EqualFold(value, hex.EncodeToString(sum)), true
	case base64.RawStdEncoding.EncodedLen(len(sum)):
		return string(value) == base64.RawStdEncoding.EncodeToString(sum) ||
			string(value) == base64.RawURLEncoding.EncodeToString(sum), true
	}
	return ascii.EqualFold(value, base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum)), true
}

// Defects are what is wrong with a record that was read, one text each.
func (r *Record) Defects() []string {
	var list []string
	defect := func(what string) { list = append(list, what) }
	if !r.ARC {
		for _, name := range []string{"WARC-Type", "WARC-Record-ID", "WARC-Date"} {
			if len(r.Header.Get(name)) == 0 {
				defect("no " + name)
			}
		}
	}
	if d := r.Header.Get("WARC-Block-Digest"); d != nil {
		if ok, known := Matches(d, r.Block); !known {
			defect("WARC-Block-Digest of an unknown kind")
		} else if !ok {
			defect("WARC-Block-Digest is not that of the block")
		}
	}
	h, err := r.Head()
	if err != nil {
		defect(err.Error())
	}
	if d := r.Header.Get("WARC-Payload-Digest"); d != nil && r.Type != "revisit" && err == nil {
		if ok, known := r.matchesPayload(d, &h); !known {
			defect("WARC-Payload-Digest of an unknown kind")
		} else if !ok {
			defect("WARC-Payload-Digest is not that of the payload")
		}
	}
	return list
}

// matchesPayload: programs do not agree whether the payload is what was sent, or what is left without the transfer coding.
func (r *Record) matchesPayload(stated []byte, h *HTTP) (ok, known bool) {
	ok, known = Matches(stated, h.Payload)
	if ok || !known || h.Line == nil || !ascii.ContainsFold(h.Header.Get("Transfer-Encoding"), "chunked") {
		return ok, known
	}
	plain, _, _ := dechunk(nil, h.Payload)
	return Matches(stated, plain)
}
