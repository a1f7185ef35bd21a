/** Requests to the service. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
}

/** The fields of resources and pages that the seed reads; a response has those of its route. */
export interface Body {
  assistant_id: string
  thread_id: string
  run_id: string
  webhook_id: string
  dataset_id: string
  eval_id: string
  name: string
  status: string
  required_action: {
    type: string
    tool_calls?: ToolCall[]
    interrupts?: { value: { options?: string[] } }[]
  } | null
  data: Body[]
}

/** Longer than any run of the seed takes on a slow machine. */
const WAIT_MS = 90_000
const POLL_MS = 100

const UNFINISHED = new Set(['queued', 'in_progress'])

export const makeClient = (url: string) => {
  const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${text}`)
    return JSON.parse(text) as Body
  }
  const get = (path: string): Promise<Body> => call('GET', path)
  const post = (path: string, body: unknown = {}): Promise<Body> => call('POST', path, body)

  const poll = async (path: string, isDone: (body: Body) => boolean): Promise<Body> => {
    const started = Date.now()
    while (Date.now() - started < WAIT_MS) {
      const body = await get(path)
      if (isDone(body)) return body
      await sleep(POLL_MS)
    }
    throw new Error(`GET ${path}: the expected state was not reached`)
  }

  return {
    get,
    post,
    put: (path: string, body: unknown): Promise<Body> => call('PUT', path, body),
    remove: (path: string): Promise<Body> => call('DELETE', path),
    patch: (path: string, body: unknown): Promise<Body> => call('PATCH', path, body),
    poll,
    /** Waits until the run has ended or waits for an action. */
    settle: (runId: string): Promise<Body> =>
      poll(`/runs/${runId}?wait=${String(WAIT_MS / 1_000)}`, ({ status }) => !UNFINISHED.has(status)),
  }
}

export type Client = ReturnType<typeof makeClient>
