/** The events of a long run of the built-in agent: a loop of model calls, tool calls and checkpoints. */
import { T0 } from './rows.js'

export const LARGE_RUN_EVENTS = 20_000
/** The queue, the attempt, and two spans for each step. */
export const LARGE_RUN_SPANS = 8_001
/** The service stores a few events at a time. */
const EVENTS_PER_ROW = 10
const STEP_MS = 40

interface RunIds {
  tenant_id: string
  run_id: string
  thread_id: string
}

type Fields = Record<string, unknown>

const taskFields = (node_id: string, step: number): Fields => ({
  node_id,
  task_id: `00000000-0000-5000-8000-${String(step).padStart(12, '0')}`,
  step,
  parent: null,
})

const makeModelStep = (step: number): Fields[] => {
  const task = taskFields('agent', step)
  const call = { ...task, call_id: `call-${String(step)}`, model: 'demo:agent' }
  const usage = { input_tokens: 40 + step, output_tokens: 12 }
  return [
    { ...task, type: 'node.started', node_type: 'node' },
    { ...call, type: 'llm.started', settings: { temperature: 0.2 }, tools: ['calculator'] },
    {
      ...call,
      type: 'llm.completion',
      content: `Step ${String(step)} needs the calculator once more.`,
      usage,
      duration_ms: 31.4,
      first_token_ms: 9.6,
    },
    { ...task, type: 'node.completed', output: { messages: [`step ${String(step)}`] }, duration_ms: 36.2 },
    { type: 'checkpoint.saved', checkpoint_id: `checkpoint-${String(step)}`, step },
  ]
}

const makeToolStep = (step: number): Fields[] => {
  const task = taskFields('tools', step)
  const call = { ...task, tool_call_id: `tool-${String(step)}`, tool_name: 'calculator' }
  return [
    { ...task, type: 'node.started', node_type: 'node' },
    { ...call, type: 'tool.call', arguments: { expression: `${String(step)} * 12 / 100` } },
    { ...call, type: 'tool.result', output: String((step * 12) / 100), duration_ms: 3.1 },
    { ...task, type: 'node.completed', output: { messages: [`tool ${String(step)}`] }, duration_ms: 4.7 },
    { type: 'checkpoint.saved', checkpoint_id: `checkpoint-${String(step)}`, step },
  ]
}

/** As many steps as fit between the events of the run itself; their last one may be cut. */
const makeSteps = (count: number): Fields[] => {
  const events: Fields[] = []
  for (let step = 1; events.length < count; step++)
    events.push(...(step % 2 === 1 ? makeModelStep(step) : makeToolStep(step)))
  return events.slice(0, count)
}

/** The rows of `run_events` of a completed run with 20,000 events, and the time of the last one. */
export const makeLargeRun = ({ tenant_id, run_id }: RunIds) => {
  const fields: Fields[] = [
    { type: 'run.queued' },
    { type: 'run.claimed', attempt: 1, worker: 'worker-1', checkpoint_id: null, queue_ms: 12 },
    { type: 'run.started' },
    ...makeSteps(LARGE_RUN_EVENTS - 4),
    { type: 'run.completed', output: { done: true } },
  ]
  const events = fields.map((event, index) => {
    const at = T0 + index * (STEP_MS / 5)
    return { ...event, timestamp: new Date(at).toISOString(), at }
  })
  const rows = Array.from({ length: events.length / EVENTS_PER_ROW }, (_, index) => {
    const first = index * EVENTS_PER_ROW
    const text = JSON.stringify(events.slice(first, first + EVENTS_PER_ROW))
    return { tenant_id, run_id, first_seq: first + 1, last_seq: first + EVENTS_PER_ROW, events: text }
  })
  return { rows, completedAt: T0 + events.length * (STEP_MS / 5) }
}
