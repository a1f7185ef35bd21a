/** Sends one request to a running Heddle process. */
import type { Heddle } from './heddle-process.js'

interface CallOptions {
  body?: unknown
  /** The API key or JWT. */
  key?: string
  headers?: Record<string, string>
}

interface CallResult {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies whose shape they know
  body: any
}

export const callServer = async (
  { url }: Heddle,
  method: string,
  path: string,
  { body, key, headers = {} }: CallOptions = {},
): Promise<CallResult> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() }
}
