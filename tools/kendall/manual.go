package main

// manual is the middle of what -h prints.
const manual = `
Tells how far two scorings of the same things agree on their order, by Kendall's tau-b: from 1, the same
order, to -1, the opposite. A and B are (id, score), sorted by id, each id once. A score is a float32 ≥ 0;
with -ints, any int32; with -f64, a float64, which is rounded to a float32. With -pairs there is one
input instead, in any order: its records are the two scores (a, b) of one thing each. - is stdin, once.

What is printed is tau with 15 decimals, alone on its line. -counts adds lines of a name and a number, and
-json prints an object of the same names instead:

  n             things compared
  pairs         N = n (n - 1) / 2, the pairs of things
  concordant    K, the pairs that A and B order alike
  discordant    Z, those that they do not
  tied_a        Oa, those whose scores in A are equal
  tied_b        Ob, in B
  tied_both     J, in both; they are in Oa and Ob too
  only_a        ids that A has and B has not; not with -pairs
  only_b        ids that B has and A has not
  tau           (K - Z) / sqrt((N - Oa) (N - Ob)); the counts are exact and the result is rounded once
  weighted      the weighted tau, if it was asked for

-scope says which ids are compared:

  both          those that A and B have; a warning tells how many are left out
  any=0         those that A or B has; a score that is missing is 0
  list=FILE     those of FILE (*.t1: an id a record, sorted, each once); a score that is missing is 0

-top K keeps of these the ids that are among the K with the greatest scores in A, or among the K with the
greatest in B; ties at position K: the lower id wins (with -pairs, the earlier record).

-weighted prints the weighted tau of Vigna (2015), where the best count more: a pair of things weighs the
sum of 1/r of its things, r being their ranks from 1, the greatest score. -rank a takes the ranks in A,
equal scores ranked by B; -rank b the reverse; both is the mean of the two taus, as SciPy's weightedtau has it.

Where all scores of A or of B are equal, or n < 2, tau is not defined: kendall says so and ends with 4. (Even
then -json prints the object: its tau is null.) A scoring without records is refused as empty.`
