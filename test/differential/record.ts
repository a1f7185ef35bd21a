/** Records the calls of a scenario and their responses, in the order of the calls. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findEndpoint } from './endpoints.js'
import { parseSse } from '../support/sse.js'

export interface Frame {
  event: string
  data: unknown
  hasId: boolean
}

export interface Call {
  /** For example `POST /threads/{thread_id}/runs`. */
  endpoint: string
  status: number
  /** Only headers that clients read. */
  headers: Record<string, string>
  /** Parsed JSON, or text. */
  body: unknown
  /** The events of an SSE response. */
  frames?: Frame[]
}

/** Headers that the SDKs and their users read. */
const COMPARED_HEADERS = [
  'content-type',
  'content-location',
  'location',
  'x-pagination-total',
  'x-pagination-next',
]

const GRACE_MS = 1_000

export interface Recording {
  fetch: typeof fetch
  /** Records a call that was not made with fetch. */
  record: (endpoint: string, status: number) => void
  /** Waits for the calls to end and returns them. */
  calls: () => Promise<Call[]>
}

export const makeRecording = (): Recording => {
  const calls: Promise<Call>[] = []
  const finished = new AbortController()
  return {
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const endpoint = findEndpoint(init?.method ?? 'GET', url.pathname)
      const signal = AbortSignal.any([finished.signal, ...(init?.signal == null ? [] : [init.signal])])
      const pendingResponse = fetch(input, { ...init, signal })
      const pendingCopy = pendingResponse.then((response) => response.clone())
      const recorded = pendingCopy.then(async (copy) => toCall(endpoint, copy, await readText(copy)))
      // An aborted call has no response.
      calls.push(recorded.catch(() => ({ endpoint, status: 0, headers: {}, body: null })))
      await pendingCopy
      return pendingResponse
    },
    record: (endpoint, status) => {
      calls.push(Promise.resolve({ endpoint, status, headers: {}, body: null }))
    },
    calls: async () => {
      // A call that has not ended by now is a stream that stays open.
      await Promise.race([Promise.all(calls), sleep(GRACE_MS)])
      finished.abort()
      return Promise.all(calls)
    },
  }
}

/** Reads the body until it ends or is aborted. */
const readText = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true })
  } catch {
    // The stream was aborted by the test or the server; the text until then is compared.
  }
  return text
}

const toCall = (endpoint: string, { status, headers }: Response, text: string): Call => {
  const comparedHeaders = COMPARED_HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value.split(';')[0]]]
  })
  const call = { endpoint, status, headers: Object.fromEntries(comparedHeaders) as Record<string, string> }
  if (call.headers['content-type'] === 'text/event-stream')
    return { ...call, body: null, frames: parseFrames(text) }
  return { ...call, body: parse(text) }
}

const parse = (text: string): unknown => {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const parseFrames = (text: string): Frame[] =>
  parseSse(text).flatMap(({ id, event, data }) =>
    event === undefined ? [] : [{ event, data: parse(data), hasId: id !== undefined }],
  )
