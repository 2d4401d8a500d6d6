module webmill

go 1.26.0

require (
	github.com/andybalholm/brotli v1.1.1
	github.com/dsnet/compress v0.0.1
	github.com/klauspost/compress v1.20.3
	github.com/parquet-go/parquet-go v0.32.0
	github.com/pierrec/lz4/v4 v4.1.21
	github.com/rogpeppe/go-internal v1.16.0
	github.com/saintfish/chardet v0.0.0-20230101081208-5e3ef4b5456d
	golang.org/x/net v0.62.0
	golang.org/x/sys v0.49.0
	golang.org/x/text v0.43.0
	pgregory.net/rapid v1.3.0
)

require (
	github.com/parquet-go/bitpack v1.0.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
