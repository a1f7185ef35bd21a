/** Amounts are summed as integers, in billionths of a US dollar: a token costs as little as a hundredth of a millionth. */

const NANO_PER_USD = 1_000_000_000

/** Writes an amount as a decimal number without trailing zeros: `0.0061`. */
export const formatUsd = (nanoUsd: number): string => {
  const nano = BigInt(Math.round(nanoUsd))
  const fraction = String(nano % BigInt(NANO_PER_USD))
    .padStart(9, '0')
    .replace(/0+$/, '')
  const whole = String(nano / BigInt(NANO_PER_USD))
  return fraction === '' ? whole : `${whole}.${fraction}`
}
