import { describe, expect, it } from 'vitest'
import { hideQueryValues, redactText } from './log.js'

describe('redaction of log texts', () => {
  it.each([
    ['authorization: Bearer abc.def-123', 'authorization: Bearer [redacted]'],
    ['key hdl_abcdefghijklmnop was used', 'key hdl_[redacted] was used'],
    ['token eyJhbGciOi.eyJzdWIi.c2ln here', 'token [redacted token] here'],
    ['postgres://user:secret@host/db', 'postgres://[redacted]@host/db'],
    ['nothing to hide: user@example.org', 'nothing to hide: user@example.org'],
  ])('%j is logged as %j', (text, redacted) => {
    expect(redactText(text)).toBe(redacted)
  })
})

describe('URLs in the log', () => {
  it.each([
    ['/api/v1/runs', '/api/v1/runs'],
    ['/api/v1/runs?limit=5&api_key=abc', '/api/v1/runs?limit=…&api_key=…'],
    ['/x?token', '/x?token=…'],
    ['/x?a=b?c=d', '/x?a=…'],
  ])('%s is logged as %s', (url, logged) => {
    expect(hideQueryValues(url)).toBe(logged)
  })
})
