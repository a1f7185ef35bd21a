/** One request to a running Heddle. */
import type { Heddle } from './heddle-process.js'

interface Sent {
  body?: unknown
  /** The API key or JWT. */
  key?: string
  headers?: Record<string, string>
}

interface Got {
  status: number
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies that they know
  body: any
}

export const call = async (
  { url }: Heddle,
  method: string,
  path: string,
  { body, key, headers = {} }: Sent = {},
): Promise<Got> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
