import { wilsonInterval } from '../../src/evaluations/stats/wilson.js'

/** `63 of 64 = 0.984 (0.917 to 0.997)`, with the 95 % Wilson interval. */
export const formatCount = (count: number, total: number): string => {
  if (total === 0) return '0 of 0'
  const [low, high] = wilsonInterval(count, total)
  const digits = total >= 1_000 ? 4 : 3
  const [share, from, to] = [count / total, low, high].map((value) => value.toFixed(digits))
  return `${String(count)} of ${String(total)} = ${String(share)} (${String(from)} to ${String(to)})`
}
