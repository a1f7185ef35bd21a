import { describe, expect, test } from 'vitest'
import { getRetryAfterMs, getBackoffMs, isNetworkError, isRetryable, getMaxCallMs } from './retry-policy.js'

describe('the wait before a retry', () => {
  test('doubles up to a limit, minus up to a quarter', () => {
    expect([0, 1, 2, 3, 4, 5].map((attempt) => getBackoffMs(attempt, 0))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000,
    ])
    expect(getBackoffMs(1, 1)).toBe(750)
  })

  test.each([
    [{}, undefined],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:15 GMT' }, 5000],
    [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:01 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '61' }, null],
  ])('is what the provider requests: %j', (headers, expected) => {
    expect(getRetryAfterMs(new Headers(headers), 10_000)).toBe(expected)
  })
})

test('rate limits and server errors are retried, client errors and exhausted quotas are not', () => {
  expect([429, 500, 502, 503, 529].every((status) => isRetryable(status, ''))).toBe(true)
  expect([200, 400, 401, 403, 404, 408, 409, 422].some((status) => isRetryable(status, ''))).toBe(false)
  expect(isRetryable(429, '{"error":{"code":"insufficient_quota"}}')).toBe(false)
})

test('a lost connection is a network error, a target that the guard refuses is not', () => {
  const failed = (cause: unknown) => new TypeError('fetch failed', { cause })
  expect(isNetworkError(failed(Object.assign(new Error(), { code: 'ECONNRESET' })))).toBe(true)
  expect(isNetworkError(failed(Object.assign(new Error(), { code: 'target_forbidden' })))).toBe(false)
  expect(isNetworkError(new Error('forbidden'))).toBe(false)
})

test('the maximum call time includes every attempt and every wait, and fits a Node timer', () => {
  expect(getMaxCallMs(60, 2)).toBe(3 * (60_000 + 60_000))
  expect(getMaxCallMs(1_000_000, 100)).toBe(2_147_483_647)
})
