/** Reads events of the agent streaming protocol without the SDK. */
import { expect } from 'vitest'
import { makeSseParser } from './sse.js'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

export const ALL_CHANNELS = [
  'values',
  'updates',
  'messages',
  'tools',
  'lifecycle',
  'input',
  'checkpoints',
  'tasks',
  'custom',
] as const

/** Reads the events of a thread until the given number of runs has ended. */
export const readEvents = async (
  url: string,
  thread: string,
  body: object,
  runCount = 1,
): Promise<Body[]> => {
  const stop = new AbortController()
  const response = await fetch(`${url}/threads/${thread}/stream/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channels: ALL_CHANNELS, ...body }),
    signal: stop.signal,
  })
  expect(response.status).toBe(200)
  const events: Body[] = []
  const parse = makeSseParser()
  const decoder = new TextDecoder()
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (const { data } of parse(decoder.decode(bytes, { stream: true }))) events.push(JSON.parse(data))
    if (events.filter(isRunEnd).length >= runCount) break
  }
  stop.abort()
  return events
}

export const isRunEnd = ({ method, params }: Body): boolean =>
  method === 'lifecycle' &&
  params.namespace.length === 0 &&
  ['completed', 'failed', 'interrupted'].includes(params.data.event)
