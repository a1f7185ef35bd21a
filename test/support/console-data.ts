/** Creates the resources that the screens of the console show: an assistant of each kind, and runs in several states. */
import { expect, vi } from 'vitest'
import { callServer } from './call-server.js'
import type { Heddle } from './heddle-process.js'

const REFUND_GRAPH = {
  state: { notes: { reducer: 'append' } },
  nodes: [
    { id: 'classify', type: 'llm', prompt: 'Classify: {{ input.message }}', output: 'category' },
    {
      id: 'price',
      type: 'tool',
      tool: 'calculator',
      arguments: { expression: '84.90 * 12 / 100' },
      output: 'fee',
    },
    {
      id: 'approve',
      type: 'human',
      prompt: 'Refund {{ input.message }}?',
      options: ['approve', 'reject'],
      output: 'decision',
    },
    { id: 'reply', type: 'llm', system: 'Be brief.' },
  ],
}
/** The address is on this machine, so the service refuses to call it and the run fails. */
const FAILING_GRAPH = {
  nodes: [
    { id: 'fetch_order', type: 'http', method: 'GET', url: 'http://127.0.0.1:1/order', output: 'order' },
  ],
}

export interface ConsoleData {
  assistantId: string
  threadId: string
  runs: Record<'completed' | 'failed' | 'waiting' | 'approved', string>
}

export interface Client {
  post: (path: string, body: object) => Promise<Record<string, unknown> & Ids>
  get: (path: string) => Promise<Record<string, unknown> & Ids>
  /** Waits until the run has this status. */
  waitForStatus: (runId: string, status: string) => Promise<void>
}

type Ids = Record<'assistant_id' | 'thread_id' | 'run_id' | 'status' | 'key', string>

export const makeClient = (heddle: Heddle, key?: string): Client => {
  const options = key === undefined ? {} : { key }
  const get: Client['get'] = async (path) => (await callServer(heddle, 'GET', path, options)).body as Ids
  return {
    get,
    post: async (path, body) => {
      const response = await callServer(heddle, 'POST', path, { ...options, body })
      expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
      return response.body as Ids
    },
    waitForStatus: async (runId, status) => {
      await vi.waitFor(
        async () => {
          expect((await get(`/api/v1/runs/${runId}`)).status).toBe(status)
        },
        { timeout: 60_000, interval: 50 },
      )
    },
  }
}

export const createConsoleData = async ({ post, waitForStatus }: Client): Promise<ConsoleData> => {
  const createAssistant = async (body: object) => (await post('/api/v1/assistants', body)).assistant_id
  const refund = await createAssistant({ name: 'refund-desk', graph_schema: REFUND_GRAPH })
  const failing = await createAssistant({ name: 'order-sync', graph_schema: FAILING_GRAPH })
  const agent = await createAssistant({ name: 'support', config: { tools: ['calculator'] } })
  const { thread_id: threadId } = await post('/api/v1/threads', { metadata: { title: 'Espresso machine' } })
  const startRun = async (assistant_id: string, message: string, fields: object = {}) =>
    (await post('/api/v1/runs', { assistant_id, input: { message }, ...fields })).run_id
  const runs = {
    completed: await startRun(agent, 'What is 84.90 * 12 / 100?', { thread_id: threadId }),
    failed: await startRun(failing, 'Where is my order?', { metadata: { channel: 'mail' } }),
    waiting: await startRun(refund, '84.90 EUR for the espresso machine'),
    approved: await startRun(refund, '12 EUR for a cup'),
  }
  await waitForStatus(runs.waiting, 'requires_action')
  await waitForStatus(runs.approved, 'requires_action')
  await post(`/api/v1/runs/${runs.approved}/resume`, { input: 'approve' })
  await waitForStatus(runs.completed, 'completed')
  await waitForStatus(runs.failed, 'failed')
  await waitForStatus(runs.approved, 'completed')
  return { assistantId: refund, threadId, runs }
}
