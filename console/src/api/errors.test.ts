import { expect, test } from 'vitest'
import { ApiError, describeError, isTemporary, toApiError } from './errors.ts'

const respond = (status: number, body: unknown) =>
  toApiError(new Response(null, { status, headers: { 'x-request-id': 'r1' } }), body)

test('an error says what to do', () => {
  expect(
    describeError(
      respond(400, { error: 'validation_error', message: 'x', details: { name: 'is required' } }),
    ),
  ).toEqual({
    title: 'The request was rejected',
    advice: 'name is required',
  })
  expect(
    describeError(respond(403, { error: 'forbidden', message: 'The scope write is required' })).advice,
  ).toContain('scope')
  expect(describeError(respond(429, { message: 'Too many', retry_after: 7 })).advice).toContain('in 7 s')
  expect(describeError(respond(503, { error: 'storage_full', message: 'x' })).title).toContain('full')
  expect(describeError(respond(500, { message: 'broken' }))).toMatchObject({ requestId: 'r1' })
  expect(describeError(new TypeError('Failed to fetch')).title).toBe('The service cannot be reached')
})

test('errors of the LangGraph API and of proxies are understood too', () => {
  expect(respond(404, { detail: 'Thread not found' }).message).toBe('Thread not found')
  expect(respond(502, '<html>Bad gateway</html>').message).toBe('<html>Bad gateway</html>')
  expect(respond(500, undefined).message).toBe('The service responded with 500')
})

test('only errors that may pass by themselves are tried again', () => {
  expect(isTemporary(new TypeError())).toBe(true)
  expect(isTemporary(new ApiError(503, 'overloaded', ''))).toBe(true)
  expect(isTemporary(new ApiError(429, 'rate_limit_exceeded', ''))).toBe(true)
  expect(isTemporary(new ApiError(400, 'validation_error', ''))).toBe(false)
  expect(isTemporary(new Error('bug'))).toBe(false)
})
