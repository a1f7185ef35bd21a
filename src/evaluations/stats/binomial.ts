/** Fair coins: how likely it is that of `n` no more than `k` show heads. The exact paired tests rest on it. */

/** Every probability by way of its logarithm: 0.5 to the power of n is 0 to a computer from n = 1,075 on. */
const fairBinomialProbability = (k: number, n: number): number => {
  let log = -n * Math.LN2
  const smaller = Math.min(k, n - k)
  for (let i = 1; i <= smaller; i++) log += Math.log((n - smaller + i) / i)
  return Math.exp(log)
}

export const fairBinomialCdf = (k: number, n: number): number => {
  if (k < 0) return 0
  if (k >= n) return 1
  // From the likelier half the rest is taken from 1, so that the terms summed always fall.
  if (k > n / 2) return 1 - fairBinomialCdf(n - k - 1, n)
  let term = fairBinomialProbability(k, n)
  let sum = 0
  for (let i = k; i >= 0 && term > sum * 1e-17; i--) {
    sum += term
    term *= i / (n - i + 1)
  }
  return sum
}
