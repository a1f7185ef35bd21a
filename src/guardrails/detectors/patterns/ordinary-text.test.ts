/** Ordinary text that resembles identifiers. */
import { describe, expect, it } from 'vitest'
import { makeRandom } from '../../../../test/support/random.js'
import { BUILT_IN_NAMES } from './built-in-patterns.js'
import { compilePatterns } from './compile-patterns.js'
import { findMatches } from './find-matches.js'

const ALL = compilePatterns({ detect_patterns: [...BUILT_IN_NAMES] }).set
const find = (text: string): string[] =>
  findMatches(ALL, text).map(({ start, end, label }) => `${label}: ${text.slice(start, end)}`)

describe('timestamps', () => {
  it.each([
    '12:28:05 2014-03-17',
    '2014-03-17T12:28:05Z 2014-03-17T12:28:06Z 2014-03-17T12:28:07Z',
    '2014-03-17 12:28:05,123 +0200 INFO started',
    '[17/Nov/2026:22:15:25 +0000] "GET / HTTP/1.1" 200 5120',
    '05.12.2024 08:15 - 05.12.2024 09:45',
    '5/12/2024 3:04:05 PM',
    'from 08 09 10 11 12 to 13',
    '00:01:02.345 --> 00:01:04.567',
    '20240501123045 1714566645 1714566645123',
  ])('%j is unchanged', (text) => {
    expect(find(text)).toEqual([])
  })

  it('rows of random ISO timestamps are unchanged', () => {
    const random = makeRandom(3)
    const formats = [
      (iso: string) => iso,
      (iso: string) => iso.replace('T', ' ').slice(0, 19),
      (iso: string) => `${iso.slice(11, 19)} ${iso.slice(0, 10)}`,
      (iso: string) => `${iso.slice(0, 10).split('-').reverse().join('.')} ${iso.slice(11, 16)}`,
    ]
    for (const format of formats)
      for (let round = 0; round < 500; round++) {
        const row = Array.from({ length: 3 }, () =>
          format(new Date(Math.floor(random() * 2e12)).toISOString()),
        ).join(' ')
        expect(find(row)).toEqual([])
      }
  })
})

describe('versions, part numbers and packages', () => {
  it.each([
    'version 1.2.3.4 is out',
    'upgrade from 2.4.1.10 to 2.4.2.0',
    'driver 31.0.15.36 and firmware 5.10.2.1',
    'Mozilla/5.0 Chrome/99.0.12.4 Safari/5.3.3.6',
    'requests==2.31.0.1',
    'agent-1.2.3.4.jar',
    'see section 1.2.3.4',
    'the 10.2.0.4 release',
    'part 219-09-9999',
    'Part no. 219-09-9999 and SKU: 318-22-4567',
    'P/N 219-09-9999',
    'item AB123456C',
    'sk-learn-contrib-extensions-v2-0-1',
    'sk-learn-tutorial-2024-part-12-of-30',
    'sk-SK-bratislava-region-2024-01-01',
    'a bearer of bad-news-from-the-front-2024',
    'sha1 a94a8fe5ccb19ba61c4c0873d391e987982fbbd3 is no secret',
    'cafe::babe and std::vector<int>',
    'a3 c1 01 37 28 80 05 f4',
  ])('%j is unchanged', (text) => {
    expect(find(text)).toEqual([])
  })

  it.each([
    ['upgraded the server 10.0.0.5', 'ip_address: 10.0.0.5'],
    ['http://10.2.3.4/path', 'ip_address: 10.2.3.4'],
    ['host=192.168.3.4', 'ip_address: 192.168.3.4'],
    ['His SSN is 219-09-9999', 'ssn: 219-09-9999'],
    ['sk-proj-AbCdEf0123456789GhIjKl', 'api_key: sk-proj-AbCdEf0123456789GhIjKl'],
  ])('%j still has an identifier', (text, expected) => {
    expect(find(text)).toEqual([expected])
  })
})
