import { expect, it } from 'vitest'
import type { Logger } from './log.js'
import { makeRepeatedWarnings } from './repeated-warnings.js'

it('a repeated warning is logged once in ten seconds, with the number of those in between', () => {
  const lines: unknown[] = []
  const log = {
    warn: (fields: object, message: string) => lines.push([message, fields]),
  } as unknown as Logger
  let now = 0
  const warn = makeRepeatedWarnings(log, { now: () => now })
  for (; now < 25_000; now += 1_000) warn({ request_id: now }, 'overloaded')
  warn({}, 'another')
  expect(lines).toEqual([
    ['overloaded', { request_id: 0 }],
    ['overloaded', { request_id: 10_000, more_since_last: 9 }],
    ['overloaded', { request_id: 20_000, more_since_last: 9 }],
    ['another', {}],
  ])
})
