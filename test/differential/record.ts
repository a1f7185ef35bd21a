/** What went over the wire: every call of a scenario and what it was answered, in the order in which they were made. */
import { setTimeout as sleep } from 'node:timers/promises'
import { findEndpoint } from './endpoints.js'

export interface Frame {
  event: string
  data: unknown
  hasId: boolean
}

export interface Call {
  /** As `POST /threads/{thread_id}/runs`. */
  endpoint: string
  status: number
  /** Of those that clients read. */
  headers: Record<string, string>
  /** What is not JSON is text. */
  body: unknown
  /** Of a stream. */
  frames?: Frame[]
}

/** What the SDKs, or the pages that are built on them, read. */
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
  /** A call that was not made by fetch. */
  record: (endpoint: string, status: number) => void
  /** All of them, once they are over. */
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
      // A call that is broken off has no answer.
      calls.push(recorded.catch(() => ({ endpoint, status: 0, headers: {}, body: null })))
      await pendingCopy
      return pendingResponse
    },
    record: (endpoint, status) => {
      calls.push(Promise.resolve({ endpoint, status, headers: {}, body: null }))
    },
    calls: async () => {
      // What has not ended by now is a stream that stays open.
      await Promise.race([Promise.all(calls), sleep(GRACE_MS)])
      finished.abort()
      return Promise.all(calls)
    },
  }
}

/** Up to where it was broken off. */
const readText = async ({ body }: Response): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true })
  } catch {
    // It was ended from our side, or by the server; what came until then counts.
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
  text
    .split(/\r?\n\r?\n/)
    .map((block) => new Map(block.split(/\r?\n/).map((line) => splitField(line))))
    .filter((fields) => fields.has('event'))
    .map((fields) => ({
      event: fields.get('event') ?? '',
      data: parse(fields.get('data') ?? ''),
      hasId: fields.has('id'),
    }))

const splitField = (line: string): [string, string] => {
  const colon = line.indexOf(':')
  return colon <= 0 ? ['', line] : [line.slice(0, colon), line.slice(colon + 1).trim()]
}
