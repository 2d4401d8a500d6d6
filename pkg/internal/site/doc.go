// Package site makes the small crawl that webmill is shown and tested on: the web of a university that does not exist. It has
// about a thousand pages on nine hosts, and what is to be found in them. The crawl and its answers are in the repository under
// testdata/crawl; the test of this package checks that they are what it makes, and with -update writes them.
//
// All of it is invented: the hosts are in domains that are reserved for examples, nobody of the staff lives, and the
// sentences are put together from the lists of words in this package. It is made by a random generator with a fixed start,
// so it is the same whenever and wherever it is made.
package site
