/** The built-in tools. They access nothing outside the process. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../schema/common.js'
import type { BuiltinName } from '../../schema/tool.js'
import { ArithmeticError } from '../arithmetic.js'
import { calculate } from './arithmetic.js'
import { ToolFailed } from './errors.js'
import type { ToolSpec } from './server-tool.js'

type BuiltinToolSpec = Omit<ToolSpec, 'name'>

export const makeBuiltinTools = (clock: () => number): Readonly<Record<BuiltinName, BuiltinToolSpec>> => ({
  calculator: {
    description:
      'Evaluates an arithmetic expression. Supports + - * / % ^, parentheses, pi, e, abs, sqrt, cbrt, floor, ceil, ' +
      'round(x, digits), min, max, pow, exp, ln, log(x, base), sin, cos, tan, asin, acos, atan (radians).',
    parameters: objectSchema({ expression: { type: 'string', description: 'For example (17 + 4) * 2^3.' } }, [
      'expression',
    ]),
    run: ({ expression }) => {
      try {
        // 15 digits hide the rounding error of doubles: 0.1 + 0.2 gives 0.3.
        return String(Number(calculate(expression as string).toPrecision(15)))
      } catch (error) {
        throw error instanceof ArithmeticError ? new ToolFailed(error.message) : error
      }
    },
  },
  clock: {
    description: 'Returns the current date and time in a time zone.',
    parameters: objectSchema({
      timezone: { type: 'string', default: 'UTC', description: 'IANA name, for example Europe/Berlin.' },
    }),
    run: ({ timezone }) => JSON.stringify(getTimeIn(timezone as string, clock())),
  },
  text_stats: {
    description: 'Counts the characters, words, sentences and lines of a text.',
    parameters: objectSchema({ text: { type: 'string', maxLength: 200_000 } }, ['text']),
    run: ({ text }) => JSON.stringify(getTextStats(text as string)),
  },
  uuid: {
    description: 'Generates random UUIDs (version 4).',
    parameters: objectSchema({ count: { type: 'integer', minimum: 1, maximum: 100, default: 1 } }),
    run: ({ count }) => Array.from({ length: count as number }, () => randomUUID()).join('\n'),
  },
})

const objectSchema = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const getTimeIn = (timezone: string, now: number) => {
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
  const partsByType = new Map(format.formatToParts(now).map(({ type, value }) => [type, value] as const))
  const getPart = (type: Intl.DateTimeFormatPartTypes): string => partsByType.get(type) ?? ''
  const offset = getPart('timeZoneName').replace('GMT', '') || '+00:00'
  return {
    time: `${getPart('year')}-${getPart('month')}-${getPart('day')}T${getPart('hour')}:${getPart('minute')}:${getPart('second')}${offset}`,
    weekday: getPart('weekday'),
    timezone,
    unix_seconds: Math.floor(now / 1000),
  }
}

const countSegments = (text: string, granularity: 'grapheme' | 'word' | 'sentence'): number => {
  let total = 0
  for (const { isWordLike, segment } of new Intl.Segmenter('en', { granularity }).segment(text)) {
    if (granularity === 'word' ? isWordLike === true : granularity === 'grapheme' || segment.trim() !== '')
      total++
  }
  return total
}

const getTextStats = (text: string) => ({
  characters: countSegments(text, 'grapheme'),
  words: countSegments(text, 'word'),
  sentences: countSegments(text, 'sentence'),
  lines: text === '' ? 0 : text.split(/\r\n|\r|\n/).length,
})
