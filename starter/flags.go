package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// flagValues collects repeated --flag name=value. It is a pflag.Value.
type flagValues map[string]bool

// Set takes "name", "name=true" or "name=false"; a name given twice is an error.
func (f flagValues) Set(s string) error {
	name, word, given := strings.Cut(s, "=")
	value := true
	if given {
		var err error
		if value, err = strconv.ParseBool(word); err != nil {
			return fmt.Errorf("%q is neither true nor false", word)
		}
	}
	if name == "" {
		return errors.New("a flag needs a name: name=true or name=false")
	}
	if _, twice := f[name]; twice {
		return fmt.Errorf("flag %s is given twice", name)
	}
	f[name] = value
	return nil
}

// Type is shown in a command's help.
func (flagValues) Type() string { return "name=bool" }

func (f flagValues) String() string {
	if len(f) == 0 {
		return ""
	}
	return flags(f)
}
