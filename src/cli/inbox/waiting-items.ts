/** What waits for a person: runs of the native API, and threads in which a run of the LangGraph API ended at an interrupt. */
import type { Run } from '../../schema/run.js'
import { CommandError, usageError } from '../command-error.js'
import type { Client } from '../service/client.js'
import { describeInterrupt, type Interrupt } from './resume-value.js'

interface WaitingThread {
  thread_id: string
  updated_at: string
  state_updated_at: string | null
  metadata: Record<string, unknown>
  interrupts: Record<string, Interrupt[]>
}

interface ItemFields {
  /** The ID of the run or of the thread. */
  id: string
  /** The action that is required: human_input, submit_tool_outputs or review. */
  action: string
  question: string
  waiting_since: string
}

export type InboxItem = ItemFields & ({ kind: 'run'; run: Run } | { kind: 'thread'; thread: WaitingThread })

const PAGE_SIZE = 100

/** What a waiting run asks, in a line. */
export const describeRequest = ({ required_action: action }: Run): string => {
  const [review] = action?.reviews ?? []
  if (review !== undefined) return `${review.guardrail}: ${review.reason}`
  const calls = action?.tool_calls ?? []
  if (calls.length > 0)
    return calls.map((call) => `${call.name} ${JSON.stringify(call.arguments)}`).join(', ')
  return (action?.interrupts ?? []).map(({ value }) => describeInterrupt(value)).join('; ')
}

const toRunItem = (run: Run): InboxItem => ({
  kind: 'run',
  id: run.run_id,
  action: run.required_action?.type ?? 'unknown',
  question: describeRequest(run),
  waiting_since: run.waiting_since ?? run.updated_at,
  run,
})

export const getInterrupts = ({ interrupts }: WaitingThread): Interrupt[] => Object.values(interrupts).flat()

const toThreadItem = (thread: WaitingThread): InboxItem => {
  const interrupts = getInterrupts(thread)
  return {
    kind: 'thread',
    id: thread.thread_id,
    action: interrupts.length === 0 ? 'breakpoint' : 'human_input',
    question: interrupts.map(({ value }) => describeInterrupt(value)).join('; '),
    waiting_since: thread.state_updated_at ?? thread.updated_at,
    thread,
  }
}

/** A project can disable the routes of threads or restrict them to its own users. */
const listInterruptedThreads = async (client: Client): Promise<WaitingThread[]> => {
  try {
    const body = { status: 'interrupted', limit: PAGE_SIZE, sort_by: 'updated_at', sort_order: 'asc' }
    return await client.post<WaitingThread[]>('/threads/search', { body })
  } catch (error) {
    if (error instanceof CommandError && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}

/** Oldest first. The thread of a waiting run is interrupted too, and is listed as the run. */
export const listInbox = async (client: Client, limit: number): Promise<InboxItem[]> => {
  // Threads come first: a run that starts to wait in between is then listed as a run only.
  const threads = await listInterruptedThreads(client)
  const runs: Run[] = []
  const query = { status: 'requires_action', order: 'asc' }
  for await (const run of client.list<Run>('/api/v1/runs', query)) runs.push(run)
  const threadsOfRuns = new Set(runs.map(({ thread_id }) => thread_id))
  return [
    ...runs.map(toRunItem),
    ...threads.filter(({ thread_id }) => !threadsOfRuns.has(thread_id)).map(toThreadItem),
  ]
    .toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since))
    .slice(0, limit)
}

/** Finds what waits by the ID of a run or of a thread. */
export const findInboxItem = async (client: Client, id: string): Promise<InboxItem> => {
  const run = await client.get<Run>(`/api/v1/runs/${encodeURIComponent(id)}`).catch(ignoreNotFound)
  if (run !== undefined) {
    if (run.status === 'requires_action') return toRunItem(run)
    throw usageError(`run ${id} does not wait: it is ${run.status}`)
  }
  const thread = await client
    .get<WaitingThread & { status: string }>(`/threads/${encodeURIComponent(id)}`)
    .catch(ignoreNotFound)
  if (thread?.status === 'interrupted') return toThreadItem(thread)
  throw usageError(
    thread === undefined
      ? `${id} is neither a run nor a thread; see heddle inbox list`
      : `thread ${id} does not wait: it is ${thread.status}`,
  )
}

const ignoreNotFound = (error: unknown): undefined => {
  if (error instanceof CommandError && error.status === 404) return undefined
  throw error
}
