/** Formats texts and numbers for the terminal. */

/** Removes line breaks and control characters, which a terminal could interpret. */
export const toPrintable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()

/** Truncates instead of rounding: 0.89999 must not be shown as 0.9. The addend compensates binary fractions. */
export const formatNumber = (value: number): string => String(Math.floor(value * 1e4 + 1e-6) / 1e4)

export const formatNumberOrNone = (value: number | null): string =>
  value === null ? 'none' : formatNumber(value)

export const formatPValue = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`)

const UNITS = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'm', ms: 60_000 },
  { unit: 's', ms: 1_000 },
] as const

/** A duration in its two largest units, such as `2h 5m`; below 10 s with tenths. */
export const formatDuration = (ms: number): string => {
  if (ms < 1_000) return `${String(Math.round(ms))} ms`
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)}s`
  const index = UNITS.findIndex((each) => ms >= each.ms)
  const [large, small] = UNITS.slice(index, index + 2)
  if (large === undefined) return `${String(ms)} ms`
  const rest = small === undefined ? 0 : Math.floor((ms % large.ms) / small.ms)
  return `${String(Math.floor(ms / large.ms))}${large.unit}${rest === 0 ? '' : ` ${String(rest)}${small?.unit ?? ''}`}`
}

/** A time as the distance from now, such as `5m ago` or `in 2h`. */
export const formatAge = (time: string | null | undefined, now: number): string => {
  if (time == null) return ''
  const ms = now - Date.parse(time)
  if (Math.abs(ms) < 1_000) return 'now'
  const index = UNITS.findIndex((each) => Math.abs(ms) >= each.ms)
  const { unit, ms: unitMs } = UNITS[index] ?? UNITS[3]
  const text = `${String(Math.floor(Math.abs(ms) / unitMs))}${unit}`
  return ms > 0 ? `${text} ago` : `in ${text}`
}

/** The fields of a record, one per line; fields without a value are left out. */
export const formatFields = (fields: Record<string, unknown>): string => {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${formatValue(value)}\n`).join('')
}

export const formatValue = (value: unknown): string =>
  typeof value === 'string' ? toPrintable(value) : JSON.stringify(value)
