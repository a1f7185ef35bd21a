/** The runs and threads that wait for a person, as items of the Inbox. */
import type { WaitingThread } from '../api/dialect.ts'
import type { Run } from '../api/types.ts'
import { formatDuration } from './format.ts'
import type { Question } from './question.ts'
import { BREAKPOINT_QUESTION, toInterruptQuestions, toQuestions } from './questions.ts'
import { holderOf, readTime, type Holder } from './reservation.ts'
import { outputSchemasOf } from './tool-outputs.ts'
import { waitingSince } from './waiting-threads.ts'
import { isRecord } from './is-record.ts'

export const INBOX_KINDS = ['approval', 'input', 'tool_output', 'review', 'unknown'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const KIND_WORDS: Record<InboxKind, string> = {
  approval: 'Approval',
  input: 'Free input',
  tool_output: 'Tool output',
  review: 'Guardrail review',
  unknown: 'Unknown kind',
}

interface ItemFields {
  /** The ID of the run or of the thread that waits. */
  id: string
  threadId: string
  assistantId: string
  kind: InboxKind
  title: string
  questions: Question[]
  /** Reviews that follow after this one. */
  following: number
  waitingSince: number
  dueAt: number | undefined
}

export type RunItem = ItemFields & { run: Run; thread?: undefined }
/** A run of the LangGraph API ends at an interrupt; its thread waits, and another run continues it. */
export type ThreadItem = ItemFields & { run?: undefined; thread: WaitingThread }
export type InboxItem = RunItem | ThreadItem

const toKind = ([question]: Question[]): InboxKind => {
  switch (question?.protocol) {
    case 'agent_inbox':
    case 'middleware':
    case 'breakpoint':
      return 'approval'
    case 'human_node':
      return question.input === 'options' ? 'approval' : 'input'
    case 'tool_outputs':
      return 'tool_output'
    case 'review':
      return 'review'
    case 'unknown':
      return question.format === 'text' ? 'input' : 'unknown'
    case undefined:
      return 'unknown'
  }
}

const toTitle = (questions: Question[], action: string): string => {
  const [first, ...others] = questions
  if (first === undefined) return `The run waits for ${action}`
  return others.length === 0 ? first.title : `${first.title} and ${String(others.length)} more`
}

/** The graph can set `due_at`, the assistant `config.action_due_seconds`; otherwise the item is due when the run would fail. */
const findDueTime = (
  values: unknown[],
  since: number,
  config: unknown,
  expiresAt: string | null,
): number | undefined => {
  const times = values
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .flatMap((value) => (isRecord(value) ? (readTime(value['due_at']) ?? []) : []))
  if (times.length > 0) return Math.min(...times)
  const seconds = isRecord(config) ? Number(config['action_due_seconds']) : Number.NaN
  if (seconds > 0) return since + seconds * 1_000
  return readTime(expiresAt)
}

export const toRunItem = (run: Run, assistantConfig: unknown): RunItem => {
  const action = run.required_action
  const questions = action === null ? [] : toQuestions(action, outputSchemasOf(assistantConfig))
  const since = readTime(run.waiting_since) ?? Date.parse(run.updated_at)
  const values = (action?.interrupts ?? []).map(({ value }) => value)
  return {
    id: run.run_id,
    threadId: run.thread_id,
    assistantId: run.assistant_id,
    run,
    kind: toKind(questions),
    title: toTitle(questions, action?.type ?? 'an action'),
    questions,
    following: Math.max(0, (action?.reviews?.length ?? 1) - 1),
    waitingSince: since,
    dueAt: findDueTime(values, since, assistantConfig, run.action_expires_at),
  }
}

/** The interrupts of all tasks of a thread. */
export const interruptsOf = ({ interrupts }: WaitingThread) => Object.values(interrupts).flat()

export const toThreadItem = (thread: WaitingThread, assistantConfig: unknown): ThreadItem => {
  const interrupts = interruptsOf(thread)
  const schemas = outputSchemasOf(assistantConfig)
  const questions =
    interrupts.length === 0
      ? [BREAKPOINT_QUESTION]
      : interrupts.flatMap((interrupt) => toInterruptQuestions(interrupt, schemas))
  const since = waitingSince(thread)
  const values = interrupts.map(({ value }) => value)
  return {
    id: thread.thread_id,
    threadId: thread.thread_id,
    assistantId: thread.extracted.assistant_id ?? '',
    thread,
    kind: toKind(questions),
    title: toTitle(questions, 'an action'),
    questions,
    following: 0,
    waitingSince: since,
    dueAt: findDueTime(values, since, assistantConfig, null),
  }
}

/** Only a run can be reserved. */
export const holderOfItem = ({ run }: InboxItem, me: string, now: number): Holder =>
  run === undefined ? { by: 'nobody' } : holderOf(run, me, now)

/** The part of the URL of the Inbox that selects the item. */
export const toItemSearch = ({ id, run }: InboxItem): { run: string; thread: string } =>
  run === undefined ? { run: '', thread: id } : { run: id, thread: '' }

const MINUTE = 60_000

/** The time that an item has waited, rounded to minutes. */
export const formatWait = (ms: number): string =>
  ms < MINUTE ? '< 1 m' : ms < 60 * MINUTE ? `${String(Math.floor(ms / MINUTE))} m` : formatDuration(ms)

export type DueState = 'late' | 'soon' | 'inTime'

export const DUE_WORDS: Record<DueState, string> = { late: 'Overdue', soon: 'Due soon', inTime: 'In time' }

/** An item is due soon when less than half of its time is left. */
export const dueState = ({ dueAt, waitingSince }: InboxItem, now: number): DueState | undefined => {
  if (dueAt === undefined) return undefined
  if (now >= dueAt) return 'late'
  return dueAt - now < (dueAt - waitingSince) / 2 ? 'soon' : 'inTime'
}

export const SHOWN = ['all', 'free', 'mine', 'others'] as const
export type Shown = (typeof SHOWN)[number]

const HOLDERS: Record<Exclude<Shown, 'all'>, Holder['by']> = { free: 'nobody', mine: 'me', others: 'other' }

export const isShown = (holder: Holder, shown: Shown): boolean =>
  shown === 'all' || holder.by === HOLDERS[shown]

/** Oldest first; items of the same moment keep the order of their IDs. */
export const sortItems = (items: InboxItem[]): InboxItem[] =>
  items.toSorted((a, b) => a.waitingSince - b.waitingSince || (a.id < b.id ? -1 : 1))

/** The item to work on next: overdue and due items first, then the one that waits longest. */
export const pickNext = (items: InboxItem[], me: string, now: number): InboxItem | undefined =>
  items
    .filter((item) => holderOfItem(item, me, now).by === 'nobody')
    .toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) || a.waitingSince - b.waitingSince)[0]
