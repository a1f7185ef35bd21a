/** A scenario is a sequence of SDK calls that runs on both servers. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@langchain/langgraph-sdk'
import { makeRecording, type Call, type Recording } from './record.js'

export interface Tools {
  /** The responses of this client are compared. */
  client: Client
  /** Responses of this client are not compared; used for setup and waiting. */
  quiet: Client
  /** For requests that the SDK does not offer. */
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<unknown>
  record: Recording['record']
  fetch: Recording['fetch']
  /** Metadata value that separates the resources of scenarios. */
  mark: string
}

export interface Scenario {
  name: string
  /** JSON Schemas of our responses by endpoint, for scenarios with endpoints that the peer does not serve. */
  shapes?: Record<string, object>
  run: (tools: Tools) => Promise<void>
}

/** A version of the official SDK. */
export interface Sdk {
  version: string
  Client: typeof Client
}

/** A live peer with many scenarios at once needs this long on a busy machine. */
const CALL_TIMEOUT_MS = 90_000

/** Runs the scenario on the server at `url` and returns the recorded calls. */
export const playScenario = async (
  { run, name }: Scenario,
  url: string,
  { version, Client: SdkClient }: Sdk,
): Promise<Call[]> => {
  const recording = makeRecording()
  const options = { apiUrl: url, apiKey: null, timeoutMs: CALL_TIMEOUT_MS }
  const client = new SdkClient({ ...options, callerOptions: { fetch: recording.fetch, maxRetries: 0 } })
  const quiet = new SdkClient({ ...options, callerOptions: { maxRetries: 0 } })
  const send: Tools['send'] = async (method, path, body, headers) => {
    const response = await recording.fetch(`${url}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text
  }
  await run({
    client,
    quiet,
    send,
    record: recording.record,
    fetch: recording.fetch,
    mark: `${name} ${version.replaceAll('.', '-')}`,
  })
  return recording.calls()
}

/** Reads a stream to its end. */
export const readAll = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const events: T[] = []
  for await (const event of stream) events.push(event)
  return events
}

/** For calls that at least one server rejects: the status is recorded, the SDK's error is ignored. */
export const attempt = async (call: Promise<unknown>): Promise<void> => {
  await call.catch(() => undefined)
}

/** Waits until the thread is in the node `sleep`. */
export const waitUntilSleeping = async (quiet: Client, thread_id: string): Promise<void> => {
  for (;;) {
    const { next } = await quiet.threads.getState(thread_id)
    if (next.includes('sleep')) return
    await sleep(50)
  }
}

/** Waits until the thread has no pending or running runs. */
export const waitUntilIdle = async (quiet: Client, thread_id: string): Promise<void> => {
  for (;;) {
    const runs = await quiet.runs.list(thread_id)
    if (runs.every(({ status }) => status !== 'pending' && status !== 'running')) return
    await sleep(50)
  }
}

export const UNKNOWN_ID = '0198c9a2-0000-7000-8000-000000000000'
