/** The runs that wait for a person, as items of the Inbox. */
import type { Run } from '../api/types.ts'
import { formatDuration } from './format.ts'
import { isRecord } from './json-schema.ts'
import type { Question } from './question.ts'
import { toQuestions } from './questions.ts'
import { holderOf, readTime, type Holder } from './reservation.ts'
import { outputSchemasOf } from './tool-outputs.ts'

export const INBOX_KINDS = ['approval', 'input', 'tool_output', 'review', 'unknown'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

export const KIND_WORDS: Record<InboxKind, string> = {
  approval: 'Approval',
  input: 'Free input',
  tool_output: 'Tool output',
  review: 'Guardrail review',
  unknown: 'Unknown kind',
}

export interface InboxItem {
  run: Run
  kind: InboxKind
  title: string
  questions: Question[]
  /** Reviews that follow after this one. */
  following: number
  waitingSince: number
  dueAt: number | undefined
}

const toKind = ([question]: Question[]): InboxKind => {
  switch (question?.protocol) {
    case 'agent_inbox':
    case 'middleware':
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
const findDueTime = (run: Run, waitingSince: number, config: unknown): number | undefined => {
  const values = (run.required_action?.interrupts ?? []).flatMap(({ value }) =>
    Array.isArray(value) ? (value as unknown[]) : [value],
  )
  const times = values.flatMap((value) => (isRecord(value) ? (readTime(value['due_at']) ?? []) : []))
  if (times.length > 0) return Math.min(...times)
  const seconds = isRecord(config) ? Number(config['action_due_seconds']) : Number.NaN
  if (seconds > 0) return waitingSince + seconds * 1_000
  return readTime(run.action_expires_at)
}

export const toInboxItem = (run: Run, assistantConfig: unknown): InboxItem => {
  const action = run.required_action
  const questions = action === null ? [] : toQuestions(action, outputSchemasOf(assistantConfig))
  const waitingSince = readTime(run.waiting_since) ?? Date.parse(run.updated_at)
  return {
    run,
    kind: toKind(questions),
    title: toTitle(questions, action?.type ?? 'an action'),
    questions,
    following: Math.max(0, (action?.reviews?.length ?? 1) - 1),
    waitingSince,
    dueAt: findDueTime(run, waitingSince, assistantConfig),
  }
}

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
  items.toSorted((a, b) => a.waitingSince - b.waitingSince || (a.run.run_id < b.run.run_id ? -1 : 1))

/** The item to work on next: overdue and due items first, then the one that waits longest. */
export const pickNext = (items: InboxItem[], me: string, now: number): InboxItem | undefined =>
  items
    .filter(({ run }) => holderOf(run, me, now).by === 'nobody')
    .toSorted((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity) || a.waitingSince - b.waitingSince)[0]
