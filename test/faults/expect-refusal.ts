import { expect } from 'vitest'
import type { Heddle } from '../support/heddle-process.js'
import { sendRawRequest, type RawResponse } from '../support/raw-http.js'

/** Well below the 15 seconds after which a silent connection is closed. */
const MAX_RESPONSE_MS = 5_000
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Sends the bytes and expects a prompt error response in the regular format. */
export const expectRefusal = async (
  { port }: Heddle,
  bytes: Parameters<typeof sendRawRequest>[1],
  status: number,
  options?: Parameters<typeof sendRawRequest>[2],
): Promise<RawResponse> => {
  const response = await sendRawRequest(port, bytes, options)
  expect(response.status).toBe(status)
  const { error, message, details, ...otherFields } = JSON.parse(response.body) as Record<string, unknown>
  expect(error).toMatch(/^[a-z_]+$/)
  expect(message).toMatch(/./)
  expect(details).toBeTypeOf('object')
  // Outside of the native paths, errors also have `detail`, which clients of the LangGraph API read.
  if ('detail' in otherFields) expect(otherFields).toEqual({ detail: message })
  else expect(otherFields).toEqual({})
  expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(RATE_HEADERS))
  expect(response.ms).toBeLessThan(MAX_RESPONSE_MS)
  return response
}

/** The server responds, and the refused requests have stored nothing. */
export const expectUnharmed = async ({ url }: Heddle): Promise<void> => {
  expect((await fetch(`${url}/ok`)).status).toBe(200)
  for (const list of ['threads', 'runs']) {
    const response = await fetch(`${url}/api/v1/${list}`)
    expect(await response.json()).toMatchObject({ data: [] })
  }
}

/** A request with a body and a correct Content-Length. */
export const request = (
  body: string | Buffer,
  { method = 'POST', path = '/api/v1/threads', headers = ['Content-Type: application/json'] } = {},
): Buffer => {
  const bytes = Buffer.from(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...headers,
    `Content-Length: ${bytes.length}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}
