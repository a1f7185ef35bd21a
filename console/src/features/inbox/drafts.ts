/**
 * What a person has entered in the Inbox. It lives outside of the components, so that it survives a reload of the list, an error and
 * a visit to another screen.
 */
import { useSyncExternalStore } from 'react'
import { startDraft, type QuestionDraft } from '../../model/inbox-replies.ts'
import type { Question } from '../../model/inbox-questions.ts'

type RunDrafts = Record<string, QuestionDraft>

export interface Answered {
  runId: string
  title: string
  decision: string
  at: number
}

const MAX_ANSWERED = 20

let drafts: ReadonlyMap<string, RunDrafts> = new Map()
let answered: Answered[] = []
const listeners = new Set<() => void>()

const notify = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const updateDraft = (runId: string, question: Question, change: Partial<QuestionDraft>): void => {
  const run = drafts.get(runId) ?? {}
  const draft = { ...(run[question.id] ?? startDraft(question)), ...change }
  drafts = new Map(drafts).set(runId, { ...run, [question.id]: draft })
  notify()
}

/** Forgets what was entered for a run and remembers that it was answered. */
export const finishDrafts = (entry: Answered): void => {
  const next = new Map(drafts)
  next.delete(entry.runId)
  drafts = next
  answered = [entry, ...answered].slice(0, MAX_ANSWERED)
  notify()
}

const NO_DRAFTS: RunDrafts = {}

export const useRunDrafts = (runId: string): RunDrafts =>
  useSyncExternalStore(subscribe, () => drafts.get(runId) ?? NO_DRAFTS)

/** The IDs of the runs for which something was entered. */
export const useDraftedRuns = (): ReadonlyMap<string, RunDrafts> =>
  useSyncExternalStore(subscribe, () => drafts)

export const useAnswered = (): Answered[] => useSyncExternalStore(subscribe, () => answered)
