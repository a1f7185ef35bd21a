import { expect, it } from 'vitest'
import { keyState, toExpiry } from './api-keys.ts'

const NOW = Date.parse('2026-11-18T10:00:00Z')
const key = { revoked_at: null, expires_at: null, last_used_at: null }

it('a revoked key is shown as revoked, whatever else it is', () => {
  const past = '2026-11-18T09:00:00Z'
  expect(keyState(key, NOW)).toBe('unused')
  expect(keyState({ ...key, last_used_at: past }, NOW)).toBe('active')
  expect(keyState({ ...key, last_used_at: past, expires_at: past }, NOW)).toBe('expired')
  expect(keyState({ revoked_at: past, last_used_at: past, expires_at: past }, NOW)).toBe('revoked')
})

it('a key expires after whole days, or never', () => {
  expect(toExpiry('30', NOW)).toBe('2026-12-18T10:00:00.000Z')
  expect(toExpiry('', NOW)).toBeUndefined()
})
