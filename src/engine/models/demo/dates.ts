/** Questions about dates in the text. The demo model has no clock, so that the same input gives the same output. */

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DAY_MS = 86_400_000

const MONTH = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')})`
const DATE = new RegExp(
  String.raw`\b(\d{4})-(\d{2})-(\d{2})\b` +
    String.raw`|\b${MONTH}\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b` +
    String.raw`|\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?${MONTH}\.?,?\s+(\d{4})\b`,
  'gi',
)

const toMonthNumber = (name: string | undefined): number =>
  MONTHS.findIndex((month) => month.startsWith((name ?? '').slice(0, 3).toLowerCase())) + 1

const toIsoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns the dates of a text as YYYY-MM-DD, in order of appearance. Invalid dates are skipped. */
export const findDates = (text: string): string[] =>
  [...text.matchAll(DATE)].flatMap((match) => {
    const [, y1, m1, d1, name2, d2, y2, d3, name3, y3] = match
    const year = Number(y1 ?? y2 ?? y3)
    const month = m1 === undefined ? toMonthNumber(name2 ?? name3) : Number(m1)
    const day = Number(d1 ?? d2 ?? d3)
    const ms = Date.UTC(year, month - 1, day)
    return new Date(ms).getUTCMonth() === month - 1 && new Date(ms).getUTCDate() === day
      ? [toIsoDate(ms)]
      : []
  })

const formatCount = (n: number, noun: string): string => `${String(n)} ${noun}${n === 1 ? '' : 's'}`

export const respondToDateQuestion = (text: string): string | undefined => {
  if (/\bwhat(?:'s|’s| is)? (?:the )?(?:date|time|day)(?: is it| today| now)|\btoday'?s date\b/i.test(text)) {
    return 'I cannot tell: the demo model has no clock.'
  }
  const [first, second] = findDates(text)
  if (first === undefined) return undefined
  const start = Date.parse(first)
  if (second !== undefined && /\b(?:between|from|until|days|weeks)\b/i.test(text)) {
    const days = Math.abs(Date.parse(second) - start) / DAY_MS
    return `There are ${formatCount(days, 'day')} between ${first} and ${second}.`
  }
  const [, amount, noun, direction] = /(\d{1,6})\s+(day|week)s?\s+(after|from|before)/i.exec(text) ?? []
  if (amount !== undefined && noun !== undefined) {
    const days = Number(amount) * (noun.toLowerCase() === 'week' ? 7 : 1)
    const end = toIsoDate(start + (direction?.toLowerCase() === 'before' ? -days : days) * DAY_MS)
    return `${formatCount(Number(amount), noun.toLowerCase())} ${String(direction).toLowerCase()} ${first} is ${end}.`
  }
  if (!/\b(?:what|which) (?:day|weekday)|\bday of the week\b/i.test(text)) return undefined
  return `${first} is a ${WEEKDAYS[new Date(start).getUTCDay()] ?? ''}.`
}
