/** Creates runs, waits for them and reads their events. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { TestApp } from './app.js'
import { parseSse } from './sse.js'

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies whose shape they know
type Body = any

export interface RunEvent {
  seq: number
  type: string
  data: Body
}

const WAIT_TIMEOUT_MS = 60_000

/** Reads the event stream of a run to its end. */
export const readRunEvents = async (app: TestApp, runId: string, after?: number): Promise<RunEvent[]> => {
  const cursor = after === undefined ? '' : `&last_event_id=${String(after)}`
  const { status, text } = await app.get(`/api/v1/stream?run_id=${runId}${cursor}`)
  expect(status, text).toBe(200)
  return parseFrames(text)
}

export const parseFrames = (text: string): RunEvent[] =>
  parseSse(text)
    .filter(({ id }) => id !== undefined)
    .map(({ id, event = '', data }) => ({ seq: Number(id), type: event, data: JSON.parse(data) }))

/** The statuses that end the wait of `GET /runs/{run_id}?wait=`. */
const AWAITED_STATUSES = ['completed', 'failed', 'cancelled', 'requires_action']

/** Waits until the run has one of these statuses and returns it. */
export const waitForRun = (
  app: TestApp,
  runId: string,
  statuses: string[] = AWAITED_STATUSES,
): Promise<Body> => {
  // One request that waits instead of many that poll. For other statuses it could return at once, again and again.
  const query = statuses === AWAITED_STATUSES ? `?wait=${String(WAIT_TIMEOUT_MS / 1_000)}` : ''
  return pollBody(app, `/api/v1/runs/${runId}${query}`, ({ status }) => statuses.includes(status))
}

/** Reads the resource, less and less often, until `isReached` returns true for it. */
export const pollBody = async (
  app: TestApp,
  url: string,
  isReached: (body: Body) => boolean,
  timeoutMs = WAIT_TIMEOUT_MS,
): Promise<Body> => {
  const startedAt = Date.now()
  for (let delayMs = 10; ; delayMs = Math.min(2 * delayMs, 80)) {
    const { body } = await app.get(url)
    if (isReached(body)) return body
    if (Date.now() - startedAt > timeoutMs) throw new Error(`${url} is still ${JSON.stringify(body)}`)
    await sleep(delayMs)
  }
}

/** Creates a run and waits until it ends or requires an action. */
export const executeRun = async (app: TestApp, body: object): Promise<Body> => {
  const { status, body: run } = await app.post('/api/v1/runs', body)
  expect(status, JSON.stringify(run)).toBe(201)
  return waitForRun(app, run.run_id)
}

export const createAssistant = async (app: TestApp, body: object): Promise<string> => {
  const { status, body: assistant } = await app.post('/api/v1/assistants', { name: 'A', ...body })
  expect(status, JSON.stringify(assistant)).toBe(201)
  return assistant.assistant_id as string
}

export const createThread = async (app: TestApp): Promise<string> =>
  (await app.post('/api/v1/threads')).body.thread_id as string
