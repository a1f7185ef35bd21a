import { execFileSync } from 'node:child_process'
import { Script } from 'node:vm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCurl, toFetch, toJavaScriptSdk, toPythonSdk } from './snippets.ts'

const origin = 'http://localhost:8123'

test('a list is copied as a command', () => {
  expect(toCurl(origin, { method: 'GET', path: '/api/v1/runs?status=failed' })).toBe(
    `curl 'http://localhost:8123/api/v1/runs?status=failed' \\\n  -H "Authorization: Bearer $HEDDLE_API_KEY"`,
  )
})

test('a shell passes every body on unchanged', () => {
  const text = fc
    .string({ unit: 'grapheme-composite', maxLength: 20 })
    .filter((value) => !value.includes('\0'))
  fc.assert(
    fc.property(text, (message) => {
      const command = toCurl(origin, { method: 'POST', path: '/api/v1/runs', body: { message } })
      const script = `curl() { printf '%s' "\${@: -1}"; }\n${command}`
      const passed = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
      expect(JSON.parse(passed)).toEqual({ message })
    }),
    { numRuns: 20 },
  )
})

test('a stream is not buffered by curl', () => {
  const call = { method: 'POST', path: '/threads/t/runs/stream', body: {}, streams: true } as const
  expect(toCurl(origin, call)).toMatch(/^curl -N -X POST /)
})

test('code is valid JavaScript', () => {
  const snippets = [
    toFetch(origin, { method: 'POST', path: '/x', body: { message: "it's `here`" } }),
    toJavaScriptSdk({ origin, assistantId: 'a', threadId: 't', input: { text: '${x}' } }),
  ]
  for (const snippet of snippets) {
    const body = snippet.replaceAll(/^import .*$/gm, '')
    expect(() => new Script(`async () => {${body}}`)).not.toThrow()
  }
})

test('literals are those of Python', () => {
  const snippet = toPythonSdk({
    origin,
    assistantId: 'a',
    input: { ok: true, none: null, text: 'null "true"' },
  })
  expect(snippet).toContain('"ok": True')
  expect(snippet).toContain('"none": None')
  expect(snippet).toContain(String.raw`"text": "null \"true\""`)
})
