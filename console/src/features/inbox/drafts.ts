/**
 * What a person has entered in the Inbox. It lives outside of the components, so that it survives a reload of the list, an error and
 * a visit to another screen.
 */
import { useSyncExternalStore } from 'react'
import type { Question } from '../../model/question.ts'
import { changeDraft, type QuestionDraft, type QuestionDrafts } from '../../model/replies.ts'

export interface Answered {
  /** The run that continued with the reply. */
  runId: string
  title: string
  decision: string
  at: number
}

const MAX_ANSWERED = 20

let drafts: ReadonlyMap<string, QuestionDrafts> = new Map()
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

export const updateDraft = (itemId: string, question: Question, change: Partial<QuestionDraft>): void => {
  drafts = new Map(drafts).set(itemId, changeDraft(drafts.get(itemId) ?? {}, question, change))
  notify()
}

/** Forgets what was entered for an item and remembers that it was answered. */
export const finishDrafts = (itemId: string, entry: Answered): void => {
  const next = new Map(drafts)
  next.delete(itemId)
  drafts = next
  answered = [entry, ...answered].slice(0, MAX_ANSWERED)
  notify()
}

const NO_DRAFTS: QuestionDrafts = {}

export const useItemDrafts = (itemId: string): QuestionDrafts =>
  useSyncExternalStore(subscribe, () => drafts.get(itemId) ?? NO_DRAFTS)

/** What was entered, by the ID of the item. */
export const useAllDrafts = (): ReadonlyMap<string, QuestionDrafts> =>
  useSyncExternalStore(subscribe, () => drafts)

export const useAnswered = (): Answered[] => useSyncExternalStore(subscribe, () => answered)
