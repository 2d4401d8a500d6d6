package cli

import (
	"errors"
	"flag"
	"fmt"
	"strings"
)

// checked is a flag as the command line may give it: with one value, unless it repeats, that is not empty, and with numbers that
// are decimal. An empty value is most often that of a variable that is not set, and must not count as a flag that is not given.
type checked struct {
	flag.Value
	repeats bool
	given   []string
	said    func() // is called when the flag is on the command line
}

// Set implements flag.Value.
func (c *checked) Set(text string) error {
	if text == "" {
		return errors.New("it is empty: leave the flag out, or give it a value")
	}
	if !c.repeats && len(c.given) > 0 && c.given[0] != text {
		return fmt.Errorf("it is given twice, first with %q", c.given[0])
	}
	c.given = append(c.given[:0], text)
	c.said()
	decimal := text
	switch c.Get().(type) {
	case int, int64, uint64, float64:
		var err error
		if decimal, err = inDecimal(text); err != nil {
			return err
		}
	}
	if err := c.Value.Set(decimal); err != nil {
		return err
	}
	if v, ok := c.Get().(float64); ok && v == 0 && strings.ContainsAny(mantissa(text), "123456789") {
		return errors.New("it is too small for a number other than 0")
	}
	return nil
}

// inDecimal is a number without the zeros in front, which would make package flag take it for an octal one. Other ways to write a
// number than package flag's decimal one are errors.
func inDecimal(text string) (string, error) {
	digits := strings.TrimLeft(text, "+-")
	if strings.ContainsAny(digits, "_xXoObBpP") {
		return "", errors.New("write a decimal number")
	}
	rest := strings.TrimLeft(digits, "0")
	if rest == "" || rest[0] < '0' || rest[0] > '9' {
		rest = digits[max(0, len(digits)-len(rest)-1):]
	}
	return text[:len(text)-len(digits)] + rest, nil
}

// mantissa is what stands before the exponent of a number.
func mantissa(text string) string {
	before, _, _ := strings.Cut(strings.ToLower(text), "e")
	return before
}

// Get implements flag.Getter. Of a value that is no Getter it is nil.
func (c *checked) Get() any {
	if value, ok := c.Value.(flag.Getter); ok {
		return value.Get()
	}
	return nil
}

// IsBoolFlag tells package flag whether the flag needs no value.
func (c *checked) IsBoolFlag() bool { return isBool(&flag.Flag{Value: c.Value}) }
