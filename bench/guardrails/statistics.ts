/** Area under the ROC curve: the probability that a positive text scores above a negative one; ties count half. */
export const areaUnderCurve = (scored: readonly { score: number; isPositive: boolean }[]): number => {
  const sorted = [...scored].sort((a, b) => a.score - b.score)
  let rankSum = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (sorted[to]?.score === sorted[from]?.score && to < sorted.length) to++
    for (let at = from; at < to; at++) if (sorted[at]?.isPositive) rankSum += (from + to + 1) / 2
    from = to
  }
  const positives = sorted.filter(({ isPositive }) => isPositive).length
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (sorted.length - positives))
}

export const getShare = <T>(rows: readonly T[], holds: (row: T) => boolean): number =>
  rows.length === 0 ? 0 : rows.filter(holds).length / rows.length

export const quantile = (values: readonly number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(fraction * (values.length - 1))] ?? 0

export const measureMs = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}
