/** Formats texts and numbers for the terminal. */

/** Removes line breaks and control characters, which a terminal could interpret. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

/** Truncates instead of rounding: 0.89999 must not be shown as 0.9. The addend compensates binary fractions. */
export const formatNumber = (value: number): string => String(Math.floor(value * 1e4 + 1e-6) / 1e4)

export const formatNumberOrNone = (value: number | null): string =>
  value === null ? 'none' : formatNumber(value)

export const formatPValue = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)
