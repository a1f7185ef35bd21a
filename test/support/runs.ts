/** Creates runs, waits for them and reads their events. */
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

/** Waits until the run has one of these statuses and returns it. */
export const waitForRun = async (
  app: TestApp,
  runId: string,
  statuses: string[] = ['completed', 'failed', 'cancelled', 'requires_action'],
): Promise<Body> => {
  const startedAt = Date.now()
  for (;;) {
    const { body } = await app.get(`/api/v1/runs/${runId}`)
    if (statuses.includes(body.status)) return body
    if (Date.now() - startedAt > WAIT_TIMEOUT_MS)
      throw new Error(`the run is ${body.status}: ${JSON.stringify(body)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
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
