/** Sends a decision to the run or the thread that waits, and returns the ID of the run that continues. */
import { newId } from '../../platform/ids.js'
import type { Run } from '../../schema/run.js'
import { usageError } from '../command-error.js'
import type { Client } from '../service/client.js'
import { toResumeValue, type Decision, type Interrupt } from './resume-value.js'
import { getInterrupts, type InboxItem } from './waiting-items.js'

interface LangGraphRun {
  run_id: string
  assistant_id: string
  kwargs: { context?: Record<string, unknown> }
}

export const sendReply = async (client: Client, item: InboxItem, decision: Decision): Promise<string> => {
  if (item.kind === 'thread') return continueThread(client, item.thread, decision)
  const { run_id, required_action: action } = item.run
  const send = async (path: string, body: unknown): Promise<string> =>
    (await client.post<Run>(`/api/v1/runs/${run_id}/${path}`, { body, idempotencyKey: newId() })).run_id
  if (action?.type === 'review') return send('review', toReview(item.run, decision))
  if (action?.type === 'submit_tool_outputs')
    return send('submit_tool_outputs', toToolOutputs(item.run, decision))
  const interrupts = (action?.interrupts ?? []) as Interrupt[]
  return send('resume', { inputs: toResumeValues(interrupts, decision) })
}

const toResumeValues = (interrupts: readonly Interrupt[], decision: Decision): Record<string, unknown> =>
  Object.fromEntries(interrupts.map((interrupt) => [interrupt.id ?? '', toResumeValue(interrupt, decision)]))

/** A response replaces what is held: the arguments of a tool call, or the output. */
const toReview = ({ required_action }: Run, decision: Decision): Record<string, unknown> => {
  const [review] = required_action?.reviews ?? []
  const id = review?.id
  switch (decision.kind) {
    case 'approve':
      return { id, decision: 'approve' }
    case 'reject':
      return { id, decision: 'reject', ...(decision.reason !== undefined && { reason: decision.reason }) }
    case 'respond':
      return {
        id,
        decision: 'edit',
        [review?.stage === 'tool_call' ? 'arguments' : 'content']: decision.value,
      }
  }
}

const toToolOutputs = ({ run_id, required_action }: Run, decision: Decision): Record<string, unknown> => {
  if (decision.kind !== 'respond')
    throw usageError(`run ${run_id} waits for tool outputs; use: heddle inbox respond ${run_id} <output>`)
  const calls = required_action?.tool_calls ?? []
  return { tool_outputs: calls.map(({ id }) => ({ tool_call_id: id, output: decision.value })) }
}

type WaitingThread = Extract<InboxItem, { kind: 'thread' }>['thread']

/** The thread continues with the assistant and the context of its last run. */
const continueThread = async (client: Client, thread: WaitingThread, decision: Decision): Promise<string> => {
  const { thread_id, metadata } = thread
  const interrupts = getInterrupts(thread)
  const [last] = await client.get<LangGraphRun[]>(`/threads/${thread_id}/runs`, { limit: 1 })
  const assistant_id = last?.assistant_id ?? metadata['assistant_id']
  if (typeof assistant_id !== 'string')
    throw usageError(`thread ${thread_id} has no assistant that could continue it; start a run in it`)
  const [only] = interrupts
  // A value without the ID of its interrupt must not be false: LangGraph takes that for a missing value.
  const resume =
    only !== undefined && only.id === undefined
      ? toResumeValue(only, decision)
      : toResumeValues(interrupts, decision)
  const body = {
    assistant_id,
    ...(interrupts.length === 0 ? { input: null } : { command: { resume } }),
    ...(last?.kwargs.context !== undefined && { context: last.kwargs.context }),
    multitask_strategy: 'reject',
  }
  const path = `/threads/${thread_id}/runs`
  return (await client.post<LangGraphRun>(path, { body, idempotencyKey: newId() })).run_id
}
