/** The runs that a newcomer can start from the empty Home. */
import type { QueryClient } from '@tanstack/react-query'
import { assistantsKey, assistantsQuery } from '../../api/assistants.ts'
import { api, unwrap } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { createRun, fetchRun, fetchRunEvents } from '../../api/runs.ts'
import type { components } from '../../api/schema.d.ts'
import type { Assistant, Run } from '../../api/types.ts'

type DemoAssistant = Pick<
  components['schemas']['AssistantCreate'],
  'name' | 'description' | 'config' | 'graph_schema'
>

const DEMO: DemoAssistant = {
  name: 'Demo',
  description: 'The built-in agent with a calculator. Created by the console.',
  config: { tools: ['calculator'] },
}

const COMPLAINT =
  'The customer bought an espresso machine in May and it leaks since the first day. The customer has cleaned it twice, has replaced ' +
  'the seal, and has sent three photos that show water under the base. The shop has answered once and has asked for the receipt, ' +
  'which the customer has sent as well. The customer wants the full price back, does not want a repair, and does not want to pay for ' +
  'sending the machine back. The order is paid, the parcel was delivered on time, and there are no earlier returns.'

const STEPS = ['read_order', 'check_policy', 'weigh_evidence', 'draft_reply', 'check_reply']

/** Five steps of about two seconds each: the slow demo model repeats the text word by word. */
const CRASH: DemoAssistant = {
  name: 'Crash demo',
  description: 'Five slow steps with a checkpoint after each. Created by the console.',
  graph_schema: {
    nodes: STEPS.map((id) => ({
      id,
      type: 'llm',
      model: 'demo:slow',
      prompt: `Summarize this text: ${COMPLAINT}`,
      output: id,
    })),
    edges: STEPS.map((id, index) => ({ from: STEPS[index - 1] ?? 'start', to: id })),
  },
}

/** Starting a demo twice uses the same assistant. */
const findOrCreate = async (client: QueryClient, demo: DemoAssistant): Promise<Assistant> => {
  const assistants = await client.query(assistantsQuery)
  const existing = assistants.find(
    ({ name, metadata }) => name === demo.name && metadata['created_by'] === 'console',
  )
  if (existing !== undefined) return existing
  const body = { ...demo, metadata: { created_by: 'console' } }
  const created = await unwrap(api.POST('/api/v1/assistants', { body }))
  await client.invalidateQueries({ queryKey: assistantsKey })
  return created
}

const startRun = async (client: QueryClient, demo: DemoAssistant, input: Run['input']): Promise<Run> => {
  const { assistant_id } = await findOrCreate(client, demo)
  const body = { assistant_id, metadata: { title: demo.name } }
  const { thread_id } = await unwrap(api.POST('/api/v1/threads', { body }))
  return createRun({ assistant_id, thread_id, input })
}

export const startDemo = (client: QueryClient): Promise<Run> =>
  startRun(client, DEMO, { message: 'What is 84.90 * 12 / 100?' })

export type CrashPhase = 'starting' | 'running' | 'crashing' | 'lost' | 'resuming' | 'resumed'

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

const POLL_MS = 400
const RESTART_MS = 90_000

/** Polls until `find` returns something. Errors count as "not yet", because the service is expected to be away. */
const poll = async <Found>(
  find: () => Promise<Found | undefined>,
  signal: AbortSignal,
  onAway?: () => void,
): Promise<Found> => {
  const end = Date.now() + RESTART_MS
  for (;;) {
    signal.throwIfAborted()
    try {
      const found = await find()
      if (found !== undefined) return found
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) throw error
      onAway?.()
    }
    if (Date.now() > end)
      throw new Error(
        'The service has not returned within 90 seconds. Check the terminal in which it was started.',
      )
    await sleep(POLL_MS, signal)
  }
}

/** Starts a run, kills the service after its second checkpoint, and resolves when the run executes again. */
export const crashAndResume = async (
  client: QueryClient,
  onPhase: (phase: CrashPhase) => void,
  signal: AbortSignal,
): Promise<Run> => {
  onPhase('starting')
  const { run_id } = await startRun(client, CRASH, {})
  onPhase('running')
  await poll(async () => {
    const { data } = await fetchRunEvents(run_id, 0, signal)
    const done = data.filter(({ type }) => type === 'node.completed').length
    return done >= 2 ? done : undefined
  }, signal)
  onPhase('crashing')
  await unwrap(api.POST('/console/dev/crash', { body: { run_id } }))
  await poll(
    async () => ((await unwrap(api.GET('/health'))).status === 'ok' ? true : undefined),
    signal,
    () => onPhase('lost'),
  )
  onPhase('resuming')
  const resumed = await poll(async () => {
    const run = await fetchRun(run_id, signal)
    return run.attempt >= 2 || run.completed_at !== null ? run : undefined
  }, signal)
  onPhase('resumed')
  return resumed
}
