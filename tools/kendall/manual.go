package main

// manual is the middle of what -h prints.
const manual = `
Says how far two scorings of the same things agree on their order, by Kendall's tau-b: from 1, the same
order, to -1, the opposite. A and B are (id, score), sorted by id, each id once. A score is a float32 ≥ 0;
with -ints, any int32; with -f64, a float64, which is rounded to a float32. With -pairs there is one
input instead, in any order: each of its records is the two scores (a, b) of one thing. - is stdin, once.

It prints tau with 15 decimals, alone on its line. -counts adds lines of a name and a number; -json prints
all as one object instead:

  n             things compared
  pairs         N = n (n - 1) / 2, the pairs of things
  concordant    K, the pairs that A and B order alike
  discordant    Z, the pairs that A and B order in opposite ways
  tied_a        Oa, the pairs whose scores in A are equal
  tied_b        Ob, the same in B
  tied_both     J, the same in both; these pairs are in Oa and Ob too
  only_a        ids that A has and B has not; not with -pairs
  only_b        ids that B has and A has not
  tau           (K - Z) / sqrt((N - Oa) (N - Ob)); the counts are exact and the result is rounded once
  weighted      the weighted tau, with -weighted

-over says which ids are compared:

  both          those that A and B have; a warning says how many are left out
  any=0         those that A or B has; a score that is missing is 0
  list=FILE     those of FILE (*.t1: an id a record, sorted, each once); a score that is missing is 0

Of these ids, -top K keeps those that are among the K with the greatest scores in A, or among the K with the
greatest scores in B. Of equal scores at position K, that of the lower id counts (with -pairs, that of the
earlier record).

-weighted prints the weighted tau of Vigna (2015), where the best things count more. The thing with the greatest
score has rank 1; a pair weighs 1/r of one thing plus 1/r of the other, where r is the rank. -rank a takes the
ranks in A, and of equal scores the order in B; -rank b takes those in B; -rank both is the mean of the two taus,
as in SciPy's weightedtau.

If all scores of A or of B are equal, or if n < 2, tau is not defined: kendall says so and ends with 4. With -json
it also prints the object, with a tau of null. A scoring without records is refused as empty.`
