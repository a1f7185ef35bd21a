/** Texts of others, for a terminal and for figures beside each other. */

/** On one line, and without what a terminal would take for a command. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

/** Cut and not rounded: what is under 0.9 must not be shown as 0.9. The addend undoes what binary fractions lose. */
export const formatNumber = (value: number): string => String(Math.floor(value * 1e4 + 1e-6) / 1e4)

/** Null: there is none, as where nothing was scored. */
export const formatNumberOrNone = (value: number | null): string =>
  value === null ? 'none' : formatNumber(value)

export const formatPValue = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)
