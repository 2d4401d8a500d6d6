package cli

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"sync"

	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/work"
)

// How -S becomes what inputs, outputs and the job may take, in this order:
//
//  1. -S as given is asked. Memory begins as the same, and is what is left for the job: each step below subtracts from it (take).
//  2. A Parquet output that -o names takes its share before the tool runs (Env.do calls Encoders). All Parquet outputs together
//     take at most half of -S, and leave the tool least.
//  3. An input takes what unpacking and decoding need when it is opened. It leaves the job half of -S at least (takeInput).
//  4. Other Parquet outputs take their share when they are opened, some before the inputs (Encoders).
//  5. A part of the program that is not the job takes what it needs, like a list of names (TakeMemory), or a share (TakeShare).
//  6. The job takes what is left (Env.Room). The collector may fill that too, but for what lies outside of its heap (Outside).
//
// An -S that is too small is refused with the one that is enough. AtLeast compares -S as given, where a step needs a known part
// of it. Leaves compares what is left, where the job needs it: how much another -S would leave is found by going through all
// steps again (SizeFor, left).

// Budget is the memory and the threads of a run.
type Budget struct {
	Memory  int64 // -S less what inputs and outputs have taken
	Threads int   // -j, but no more than there is memory for

	within      bool                           // the heap is not that of the run alone
	asked       int64                          // -S as given
	least       int64                          // of -S that the tool needs
	threads     int                            // -j as given
	parquets    int64                          // outputs that the command line says are Parquet
	writers     int64                          // of Parquet, so far
	outsideHeap int64                          // what they take outside of the heap of the collector
	mu          sync.Mutex                     // of leaves, and of Memory while inputs are opened
	leaves      []func(size, left int64) int64 // what inputs and outputs leave of what is left of an -S
}

// leastFor is the least -S of a tool that writes some Parquet files. Without them, least is enough. what tells the user what
// needs the memory.
func leastFor(least, parquets int64) (memory int64, what string) {
	switch parquets {
	case 0:
		return least, ""
	case 1:
		what = "to write Parquet"
	default:
		what = fmt.Sprintf("to write %d Parquet files at once", parquets)
	}
	return least + parquets*12<<20 - 8<<20, what
}

// leastParquet is the least -S where inputs and the output are Parquet.
const leastParquet = 12 << 20

const readAndWrite = "to read and write Parquet"

// The nth part of -S that files of a run may take at most. The job has one half whatever they need: each step leaves it that
// (subtract).
const (
	outputsShare = 2 // all Parquet outputs
	inputsShare  = 2 // all inputs
)

// Encoders says how a Parquet output is encoded: by threads in the background, or by none if memory is short. It subtracts the
// memory of the writer from Memory, so that tools take their share when all outputs are open; for -o that was done before the
// tool began. All writers together get at most half of -S. Rows that wait to be encoded and find no room there go to temporary
// files.
func (env *Env) Encoders(name string) (how parquetio.Encoders, err error) {
	if planned := env.outputs.planned; name == env.given.out && planned != nil {
		env.outputs.planned = nil
		return *planned, nil
	}
	env.writers++
	need, what := leastFor(env.least, env.writers)
	if err := env.AtLeast(need, what); err != nil {
		return how, err
	}
	before, all := env.Memory, max(env.parquets, env.writers)
	env.take(func(size, left int64) int64 {
		_, left = env.writer(size, left, all)
		return left
	})
	n, _ := env.writer(env.asked, before, all)
	how = parquetio.Encoders{Threads: n, Compression: env.given.compression}.WithMemory(env.Room().With(before - env.Memory))
	env.outsideHeap += how.Room.Memory
	env.outsideData()
	return how, nil
}

// writer plans one of several Parquet outputs. Of an -S of size bytes, left bytes are free before; it returns the threads of the
// output, and what is free afterwards.
func (b *Budget) writer(size, left, writers int64) (threads int, leaves int64) {
	all := max(0, min(size/outputsShare, size-b.least))
	share := all / writers
	most := work.Threads(b.threads, size, work.ToolThread)
	threads = int(max(0, min(int64(most), 2*share/work.TableThread-1)))
	return threads, subtract(left, min(parquetio.WriterBytes(threads), share), size-all)
}

// Outside says that buffers of the job outside of the heap of the collector take n bytes of Memory. Parquet outputs have such
// buffers too. The rest of -S is for the heap, which the collector may let grow so far; what inputs take is in it.
func (b *Budget) Outside(n int64) {
	if !b.within {
		debug.SetMemoryLimit(b.asked - b.outsideHeap - n + runtimeBytes)
	}
}

// runtimeBytes is what the runtime takes for itself beside -S. The limit of the collector counts it: with a limit near what is in
// use the collector would run all the time.
const runtimeBytes = 4 << 20

// outsideData is Outside where the large buffers of the job may be as much as there is memory for.
func (b *Budget) outsideData() { b.Outside(work.Data(b.Memory)) }

// SizeFor is the least -S, in whole MiB, that leaves the tool this much memory beside the inputs and outputs that are open. Of a
// larger -S they may take more.
func (b *Budget) SizeFor(memory int64) int64 {
	return b.sizeWith(func(size int64) bool { return b.left(size) >= memory })
}

// SizeToTake is the least -S with which a part of the program can take some bytes. Before, share times as many must be free.
// Afterwards, and when all Parquet outputs are open, what the tool needs must be free.
func (b *Budget) SizeToTake(bytes, share int64) int64 {
	return b.sizeWith(func(size int64) bool {
		left := b.left(size)
		if left < share*bytes {
			return false
		}
		left -= bytes
		for range b.parquets - b.writers {
			_, left = b.writer(size, left, b.parquets)
		}
		return left >= b.least
	})
}

// sizeWith is the least -S that suffices, given that the present one does not.
func (b *Budget) sizeWith(suffices func(size int64) bool) int64 {
	size := b.asked>>20<<20 + 1<<20
	for !suffices(size) && size < mostSize {
		size += max(1, size>>30) << 20 // a large size grows by a thousandth at a time
	}
	return size
}

// left is what the inputs and outputs that are open would leave the tool of an -S.
func (b *Budget) left(size int64) int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := size
	for _, take := range b.leaves {
		left = take(size, left)
	}
	return left
}

// Leaves refuses an -S that leaves the tool less than some memory. what says what needs it.
func (b *Budget) Leaves(memory int64, what string) error {
	if b.Memory >= memory {
		return nil
	}
	return tooSmall(b.SizeFor(memory), what)
}

// AtLeast refuses an -S below some bytes. what says what needs them.
func (b *Budget) AtLeast(bytes int64, what string) error {
	if b.asked >= bytes {
		return nil
	}
	return tooSmall(bytes, what)
}

func tooSmall(least int64, what string) error {
	return Usagef("%s", strings.TrimSpace(fmt.Sprintf("-S must be at least %dM %s", work.MiB(least), what)))
}

// TakeMemory subtracts what a part of the program takes from the memory of the tool.
func (b *Budget) TakeMemory(bytes int64) {
	b.take(func(_, left int64) int64 { return subtract(left, bytes, 0) })
}

// TakeShare subtracts the n-th part of the memory of the tool, for a part of the program, and returns it.
func (b *Budget) TakeShare(n int64) (bytes int64) {
	before := b.Memory
	b.take(func(_, left int64) int64 { return left - left/n })
	return before - b.Memory
}

// takeInput subtracts what an input takes, but leaves the tool what inputsShare does.
func (b *Budget) takeInput(bytes int64) {
	b.take(func(size, left int64) int64 { return subtract(left, bytes, size-size/inputsShare) })
}

// take changes the memory of the tool by a function. It keeps the function, because left calls it to find out what another -S
// would leave.
func (b *Budget) take(leaves func(size, left int64) int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Memory = leaves(b.asked, b.Memory)
	b.leaves = append(b.leaves, leaves)
}

// subtract takes bytes from left, but leaves at least keep. If left is at most keep already, it takes nothing.
func subtract(left, bytes, keep int64) int64 { return max(left-bytes, min(left, keep)) }

// leastDecoder is what unpacking an input may take though it is more than half of -S: a zstd stream of the usual window.
const leastDecoder = 12 << 20

// mostDecoder is what unpacking an input may take: half of -S, but at least leastDecoder. Without -S it may take anything.
func (b *Budget) mostDecoder() int64 {
	if b.asked == 0 {
		return math.MaxInt64
	}
	return max(leastDecoder, b.asked/inputsShare)
}

// tooWide says what helps if unpacking an input takes more than mostDecoder. It leaves other errors as they are.
func tooWide(err error) error {
	if large, ok := errors.AsType[*stream.DecoderError](err); ok {
		return fmt.Errorf("%w: raise -S to %dM, or pack it with a smaller window", err, work.MiB(inputsShare*large.Bytes))
	}
	return err
}

// freeDecoders is how much memory unpacking may take beside -S.
const freeDecoders = 3 << 20

// takeDecoder subtracts what unpacking an input takes.
func (b *Budget) takeDecoder(in *stream.Bytes) error {
	if in.Decoder() == 0 {
		return nil
	}
	b.takeInput(in.Decoder())
	if b.asked == 0 {
		return nil
	}
	return b.AtLeast(in.Decoder()-freeDecoders, "to unpack "+in.Name)
}

// CheckDecoders refuses inputs that are open at the same time if unpacking them takes more than half of -S.
func (env *Env) CheckDecoders() error {
	sum := int64(0)
	for _, in := range env.inputs.opened() {
		sum += in.Decoder()
	}
	if sum > env.mostDecoder() {
		return env.AtLeast(inputsShare*sum, "to unpack these files at once")
	}
	if sum > 0 {
		env.outsideData()
	}
	return nil
}

// FanIn is how many of some inputs may be open at once: at most 256, at most half of the descriptors that the process may have,
// and no more than fit into memory. bytes is what each takes besides unpacking or decoding. If asked is not 0, it is what the
// user wants. FanIn refuses an -S that is too small to unpack that many inputs, or two.
func (env *Env) FanIn(names []string, bytes int64, asked int) (int, error) {
	unpack, most := int64(0), int64(0)
	for _, name := range names {
		if info, err := env.FS.Stat(name); err != nil || !info.Mode().IsRegular() {
			continue // nothing is known of what comes through a pipe
		}
		in, err := stream.OpenWithin(env.FS, name, nil, env.mostDecoder())
		if err != nil {
			return 0, tooWide(err)
		}
		unpack = max(unpack, in.Decoder())
		if stream.OutFormat(name, env.given.from) == stream.Parquet {
			most = parquetio.ReaderBytes
		}
		if err := in.Close(); err != nil {
			return 0, err
		}
	}
	if n := min(len(names), max(2, asked)); n > 1 && env.asked > 0 {
		if least := int64(n)*unpack - freeDecoders; env.asked < least {
			return 0, tooSmall(least, fmt.Sprintf("to unpack %d of these files at once", n))
		}
	}
	if asked > 0 {
		return asked, nil
	}
	return int(max(2, min(env.Memory/(max(most, unpack)+bytes), int64(Descriptors()/2), 256))), nil
}
