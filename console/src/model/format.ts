/** Texts for figures. All of them are in English with points and commas, so that a figure looks the same everywhere. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** 6 ms, 0.21 s, 3.31 s, 12.4 s, 2 m 29 s, 1 h 52 m, 3 d 4 h */
export const formatDuration = (ms: number): string => {
  if (!Number.isFinite(ms)) return '–'
  const value = Math.max(0, ms)
  if (value < 1) return value === 0 ? '0 ms' : `${value.toFixed(1)} ms`
  if (value < 100) return `${String(Math.round(value))} ms`
  if (value < 9_995) return `${(value / SECOND).toFixed(2)} s`
  if (value < 59_950) return `${(value / SECOND).toFixed(1)} s`
  if (value < HOUR - 500) {
    const seconds = Math.round(value / SECOND)
    return `${String(Math.floor(seconds / 60))} m ${twoDigits(seconds % 60)} s`
  }
  if (value < DAY - 30 * SECOND) {
    const minutes = Math.round(value / MINUTE)
    return `${String(Math.floor(minutes / 60))} h ${twoDigits(minutes % 60)} m`
  }
  const hours = Math.round(value / HOUR)
  return `${String(Math.floor(hours / 24))} d ${String(hours % 24)} h`
}

const counts = new Intl.NumberFormat('en-US')
export const formatCount = (value: number): string => counts.format(value)

/** 950, 12.4 k, 1.2 M */
export const formatShortCount = (value: number): string => {
  if (value < 10_000) return formatCount(value)
  if (value < 999_950) return `${(value / 1_000).toFixed(value < 99_950 ? 1 : 0)} k`
  return `${(value / 1_000_000).toFixed(1)} M`
}

/** Costs below a cent need more digits to be distinguishable. */
export const formatCost = (usd: number): string => {
  if (usd === 0) return '$0'
  if (usd < 0.0001) return '< $0.0001'
  return `$${usd < 1 ? usd.toFixed(4) : usd < 100 ? usd.toFixed(2) : formatCount(Math.round(usd))}`
}

export const formatPercent = (share: number): string => {
  const percent = share * 100
  return `${percent === 0 || percent >= 10 ? percent.toFixed(0) : percent.toFixed(1)} %`
}

export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000) return `${String(bytes)} B`
  if (bytes < 999_500) return `${(bytes / 1_000).toFixed(bytes < 9_950 ? 1 : 0)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** 5 s ago, 12 min ago, 3 h ago, 4 d ago; in 5 s for a time in the future. */
export const formatRelative = (time: number, now: number): string => {
  const distance = Math.abs(now - time)
  const amount =
    distance < MINUTE
      ? `${String(Math.floor(distance / SECOND))} s`
      : distance < HOUR
        ? `${String(Math.floor(distance / MINUTE))} min`
        : distance < DAY
          ? `${String(Math.floor(distance / HOUR))} h`
          : `${String(Math.floor(distance / DAY))} d`
  if (distance < SECOND) return 'now'
  return time <= now ? `${amount} ago` : `in ${amount}`
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** 10:04:12 for a time of the same day, otherwise 16 Nov 10:04:12, with the year if it is another one. */
export const formatUtc = (time: number, now: number): string => {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return '–'
  const clock = date.toISOString().slice(11, 19)
  const today = new Date(now)
  if (date.toISOString().slice(0, 10) === today.toISOString().slice(0, 10)) return clock
  const day = `${String(date.getUTCDate())} ${MONTHS[date.getUTCMonth()] ?? ''}`
  return date.getUTCFullYear() === today.getUTCFullYear()
    ? `${day} ${clock}`
    : `${day} ${String(date.getUTCFullYear())} ${clock}`
}

/** The full time with milliseconds, for tooltips. */
export const formatFullUtc = (time: number): string => {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '–' : date.toISOString().replace('T', ' ').replace('Z', ' UTC')
}

/** IDs are UUIDv7: their first half is a time, so only the end distinguishes those of one minute. */
export const shortId = (id: string): string => (id.length > 12 ? id.slice(-6) : id)

export const plural = (count: number, singular: string, several = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : several}`
