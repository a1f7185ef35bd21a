import { describe, expect, it } from 'vitest'
import { redactText } from './log.js'

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
