/** The binomial distribution with p = 0.5, which the exact paired tests use. */

/** Computed with logarithms: 0.5^n underflows to 0 from n = 1,075. */
const fairBinomialProbability = (k: number, n: number): number => {
  let log = -n * Math.LN2
  const smaller = Math.min(k, n - k)
  for (let i = 1; i <= smaller; i++) log += Math.log((n - smaller + i) / i)
  return Math.exp(log)
}

export const fairBinomialCdf = (k: number, n: number): number => {
  if (k < 0) return 0
  if (k >= n) return 1
  // The upper half uses symmetry, so that the summed terms always decrease.
  if (k > n / 2) return 1 - fairBinomialCdf(n - k - 1, n)
  let term = fairBinomialProbability(k, n)
  let sum = 0
  for (let i = k; i >= 0 && term > sum * 1e-17; i--) {
    sum += term
    term *= i / (n - i + 1)
  }
  return sum
}
