const Z = 1.959964

interface PairCounts {
  /** Pairs that passed before and fail now. */
  regressed: number
  /** Pairs that failed before and pass now. */
  fixed: number
  pairs: number
}

/**
 * The 95 % interval of the difference of two pass rates on the same examples (Bonett and Price, 2012): one pair is added to each
 * kind of change, so that the interval has a width even if nothing changed.
 */
export const pairedRateInterval = ({ regressed, fixed, pairs }: PairCounts): [number, number] => {
  const worse = (regressed + 1) / (pairs + 2)
  const better = (fixed + 1) / (pairs + 2)
  const difference = better - worse
  const halfWidth = Z * Math.sqrt((worse + better - difference * difference) / (pairs + 2))
  return [Math.max(-1, difference - halfWidth), Math.min(1, difference + halfWidth)]
}
