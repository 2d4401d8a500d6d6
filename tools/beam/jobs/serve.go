package jobs

import (
	"context"
	"fmt"
	"strconv"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
)

// services are the runner and the worker as processes of their own, for tests on one machine: both listen on that machine only.
var services = map[string]func(ctx context.Context, port int) error{
	"prism": func(ctx context.Context, port int) error {
		_, err := prism.CreateJobServer(ctx, prism.Options{Port: port})
		return err
	},
	"worker": func(ctx context.Context, port int) error {
		_, err := extworker.StartLoopback(ctx, port)
		return err
	},
}

// listen serves until the process ends.
func listen(serve func(ctx context.Context, port int) error, args []string) error {
	if len(args) != 1 {
		return Usage{fmt.Errorf("name one port to listen on")}
	}
	port, err := strconv.Atoi(args[0])
	if err != nil || port < 1 || port > 65535 {
		return Usage{fmt.Errorf("%q is not a port: write a number from 1 to 65535", args[0])}
	}
	beam.Init()
	if err := serve(context.Background(), port); err != nil {
		return err
	}
	select {}
}
