/** The standard normal distribution. */

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)

/** Beyond this z the series loses digits to cancellation, and the tail expansion is accurate. */
const TAIL_START = 6

export const normalCdf = (z: number): number => {
  if (z > TAIL_START) return 1 - normalCdf(-z)
  if (z < -TAIL_START) return (density(z) / -z) * (1 - 1 / z ** 2 + 3 / z ** 4 - 15 / z ** 6)
  // z + z³/3 + z⁵/15 + …: each term is the previous one times z² over the next odd number.
  let term = z
  let sum = z
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (z * z) / odd
    sum += term
  }
  return 0.5 + density(z) * sum
}

/** The inverse of `normalCdf` by bisection: fast enough, because it is called a few times per interval. */
export const normalQuantile = (probability: number): number => {
  if (probability <= 0) return -Infinity
  if (probability >= 1) return Infinity
  let low = -40
  let high = 40
  for (let step = 0; step < 64; step++) {
    const middle = (low + high) / 2
    if (normalCdf(middle) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}
