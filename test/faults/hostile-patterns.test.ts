/**
 * Patterns and texts on which backtracking regex engines hang: each pattern is refused or evaluated in time.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

const NESTED = [
  '(a+)+$',
  '(a|aa)+$',
  '(a|a)*b',
  '([a-z]+)*1',
  '(.*)*x',
  '(.*a){20}',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '(\\w+\\s?)*\\.$',
  '(?:a?){30}a{30}',
  '(\\p{L}+)*\\d',
  '([^@]+)*@',
  '(\\d+)*[^\\d]',
  '((ab)*)*c',
  '(a*)*b',
  '(a?){64}a{64}',
  '\\s+\\s+\\s+$',
  '.*.*=.*',
  '(?:(?:a|b)+)+c',
  '([\\s\\S]*?)+x',
]
const COUNTED = [
  'a{1,300}b',
  'a{1000}',
  '(a{1,100}){1,100}',
  '((a{0,50}){0,50}){0,50}',
  '[a-z]{1,64}@[a-z]{1,64}',
  '(?:a{1000}){1000}',
]
/** RE2 finds one match in linear time, but all matches in quadratic time. */
const QUADRATIC = ['a(.*b)?', 'a[^b]*b|a', '(?:a|1)[^!]*!|a']
const UNSUPPORTED = [
  '(?=a)b',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '(?>a+)b',
  'a++b',
  'a*+b',
  '(?R)',
]
const INVALID = ['(', '[', 'a{2,1}', '*a', '(?P<n', '\\', '[z-a]', 'a**', '(?z)a', '\\p{Nowhere}']
const MATCHES_EMPTY = ['', 'a*', '(a|)', '^', '$', '\\b', '.*', '(?:)']
const HUGE = ['a'.repeat(1001), '(a|b)'.repeat(200), '['.repeat(500)]

const TEXTS = [
  'a'.repeat(20_000),
  `${'a'.repeat(19_999)}b`,
  '1'.repeat(20_000),
  ' '.repeat(20_000),
  'a\u200b'.repeat(10_000),
  'ab1@ '.repeat(4_000),
]

const checkPattern = (app: TestApp, pattern: string, text: string) =>
  app.post('/api/v1/governance/guardrails/check', {
    text,
    guardrails: [{ name: 'evil', type: 'output_filter', config: { detect_patterns: [{ evil: pattern }] } }],
  })

describe('hostile patterns', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  it('a hostile pattern is refused by name or evaluated within the time of a request', async () => {
    const patterns = [
      ...NESTED,
      ...COUNTED,
      ...QUADRATIC,
      ...UNSUPPORTED,
      ...INVALID,
      ...MATCHES_EMPTY,
      ...HUGE,
    ]
    let worst = { ms: 0, pattern: '' }
    let refused = 0
    for (const pattern of patterns) {
      for (const text of TEXTS) {
        const started = performance.now()
        const { status, body } = await checkPattern(app, pattern, text)
        const ms = performance.now() - started
        if (ms > worst.ms) worst = { ms, pattern }
        if (status === 200) continue
        expect(status).toBe(400)
        expect(JSON.stringify(body.details), pattern).toContain('evil')
        refused++
        break
      }
    }
    expect(patterns.length).toBeGreaterThanOrEqual(50)
    console.log(
      JSON.stringify({
        test: 'hostile-patterns',
        database: 'sqlite',
        patterns: patterns.length,
        refused,
        ...worst,
      }),
    )
    expect(refused).toBeGreaterThanOrEqual(UNSUPPORTED.length + INVALID.length + MATCHES_EMPTY.length)
  }, 60_000)

  it('the service responds to other requests while a long check runs', async () => {
    const guardrail = {
      name: 'evil',
      type: 'output_filter',
      config: { detect_patterns: { evil: 'a(.*b)?' } },
    }
    const body = { text: 'a'.repeat(20_000), guardrails: [guardrail] }
    const state = { isChecking: true }
    // The first check starts the thread, so that the second one measures the check alone.
    expect((await app.post('/api/v1/governance/guardrails/check', body)).body.action).toBe('redact')
    const check = app.post('/api/v1/governance/guardrails/check', body).finally(() => {
      state.isChecking = false
    })
    let responses = 0
    while (state.isChecking) {
      expect((await app.get('/ok')).status).toBe(200)
      responses++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await check).status).toBe(200)
    // A check on the main thread lets through one or two requests, before it starts.
    expect(responses).toBeGreaterThan(10)
  }, 60_000)
})
