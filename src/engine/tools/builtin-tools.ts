/** The tools of the service itself. They reach nothing outside of the process. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../schema/common.js'
import type { BuiltinName } from '../../schema/tool.js'
import { calculate, NotArithmetic } from './arithmetic.js'
import { ToolFailed } from './errors.js'
import type { ToolSpec } from './server-tool.js'

type Builtin = Omit<ToolSpec, 'name'>

export const makeBuiltins = (clock: () => number): Readonly<Record<BuiltinName, Builtin>> => ({
  calculator: {
    description:
      'Evaluates an arithmetic expression. Knows + - * / % ^, parentheses, pi, e, abs, sqrt, cbrt, floor, ceil, ' +
      'round(x, digits), min, max, pow, exp, ln, log(x, base), sin, cos, tan, asin, acos, atan (radians).',
    parameters: object({ expression: { type: 'string', description: 'For example (17 + 4) * 2^3.' } }, [
      'expression',
    ]),
    run: ({ expression }) => {
      try {
        // 15 digits: the last ones of a double are noise, and 0.1 + 0.2 is 0.3.
        return String(Number(calculate(expression as string).toPrecision(15)))
      } catch (error) {
        throw error instanceof NotArithmetic ? new ToolFailed(error.message) : error
      }
    },
  },
  clock: {
    description: 'Tells the current date and time in a time zone.',
    parameters: object({
      timezone: { type: 'string', default: 'UTC', description: 'IANA name, for example Europe/Berlin.' },
    }),
    run: ({ timezone }) => JSON.stringify(timeIn(timezone as string, clock())),
  },
  text_stats: {
    description: 'Counts the characters, words, sentences and lines of a text.',
    parameters: object({ text: { type: 'string', maxLength: 200_000 } }, ['text']),
    run: ({ text }) => JSON.stringify(statsOf(text as string)),
  },
  uuid: {
    description: 'Makes random UUIDs (version 4).',
    parameters: object({ count: { type: 'integer', minimum: 1, maximum: 100, default: 1 } }),
    run: ({ count }) => Array.from({ length: count as number }, () => randomUUID()).join('\n'),
  },
})

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const timeIn = (timezone: string, now: number) => {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      weekday: 'long',
      ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
      ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
      timeZoneName: 'longOffset',
    })
  } catch {
    throw new ToolFailed(`${JSON.stringify(timezone)} is not an IANA time zone`)
  }
  const part = new Map(format.formatToParts(now).map(({ type, value }) => [type, value] as const))
  const get = (type: Intl.DateTimeFormatPartTypes): string => part.get(type) ?? ''
  const offset = get('timeZoneName').replace('GMT', '') || '+00:00'
  return {
    time: `${get('year')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}:${get('second')}${offset}`,
    weekday: get('weekday'),
    timezone,
    unix_seconds: Math.floor(now / 1000),
  }
}

const count = (text: string, granularity: 'grapheme' | 'word' | 'sentence'): number => {
  let found = 0
  for (const { isWordLike, segment } of new Intl.Segmenter('en', { granularity }).segment(text)) {
    if (granularity === 'word' ? isWordLike === true : granularity === 'grapheme' || segment.trim() !== '')
      found++
  }
  return found
}

const statsOf = (text: string) => ({
  characters: count(text, 'grapheme'),
  words: count(text, 'word'),
  sentences: count(text, 'sentence'),
  lines: text === '' ? 0 : text.split(/\r\n|\r|\n/).length,
})
