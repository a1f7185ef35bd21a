/** What a person has entered for the questions of a run, and the request that it becomes. */
import { parseExact, stringifyExact } from './exact-json.ts'
import { describeProblems, listChanges, readForm, toDrafts, type Drafts } from './form-drafts.ts'
import { findProblem } from './json-schema.ts'
import type { Decision, Question } from './question.ts'
import {
  toResumeValues,
  toReviewBody,
  toToolOutput,
  type QuestionReply,
  type Reply,
  type ReviewBody,
} from './resume-values.ts'
import type { Form } from './schema-form.ts'
import { isRecord } from './is-record.ts'

export interface QuestionDraft {
  /** The reply that will be sent for this question. */
  decision: Decision
  fields: Drafts
  /** The fields as one document, while the person edits them as JSON. */
  json: string | undefined
  /** The chosen option; empty if none is chosen yet. */
  option: string
  /** A free reply is sent as text or as JSON. */
  mode: 'text' | 'json'
  free: string
  /** The words that go back to the agent instead of the action. */
  response: string
  /** Why the action is rejected. */
  reason: string
}

export const startDraft = ({ form, proposed, format, decisions }: Question): QuestionDraft => ({
  decision: decisions[0] ?? 'approve',
  fields: form === undefined ? {} : toDrafts(form, proposed),
  json: undefined,
  option: '',
  mode: format,
  free: '',
  response: '',
  reason: '',
})

const parse = (json: string): { value: unknown } | undefined => {
  try {
    return { value: parseExact(json) }
  } catch {
    return undefined
  }
}

/** The fields of a document, or undefined if it is no object with exactly these fields. */
export const toFieldDrafts = (form: Form, json: string): Drafts | undefined => {
  const value = parse(json)?.value
  if (!isRecord(value)) return undefined
  const isKnown = (name: string): boolean => form.fields.some((field) => field.name === name)
  return Object.keys(value).every(isKnown) ? toDrafts(form, value) : undefined
}

/** The names of the fields that a person has changed. */
export const listEdits = ({ form, proposed }: Question, { fields, json }: QuestionDraft): string[] => {
  if (form === undefined) return []
  const initial = toDrafts(form, proposed)
  if (json === undefined) return listChanges(initial, fields)
  return listChanges(initial, toFieldDrafts(form, json) ?? { '': json })
}

export type ReplyReading = { reply: Reply } | { problem: string }

const readFree = ({ mode, free }: QuestionDraft): ReplyReading => {
  if (mode === 'text')
    return free === ''
      ? { problem: 'Enter the reply first' }
      : { reply: { decision: 'approve', value: free, isEdited: true } }
  if (free.trim() === '') return { problem: 'Enter the reply as JSON first' }
  const parsed = parse(free)
  return parsed === undefined
    ? { problem: 'The reply is not valid JSON' }
    : { reply: { decision: 'approve', value: parsed.value, isEdited: true } }
}

const readDocument = ({ proposed }: Question, form: Form, json: string): ReplyReading => {
  const parsed = parse(json)
  if (parsed === undefined) return { problem: 'The value is not valid JSON' }
  const schema = form.isInferred ? { type: 'object' } : form.root
  const problem = findProblem(schema, parsed.value, form.root)
  if (problem !== undefined) return { problem: `The value ${problem}` }
  const isEdited = stringifyExact(parsed.value) !== stringifyExact(proposed)
  return { reply: { decision: 'approve', value: parsed.value, isEdited } }
}

const readApproval = (question: Question, draft: QuestionDraft): ReplyReading => {
  if (question.input === 'options')
    return draft.option === ''
      ? { problem: 'Choose an option first' }
      : { reply: { decision: 'approve', value: draft.option, isEdited: true } }
  if (question.input === 'none') return { reply: { decision: 'approve', value: null, isEdited: false } }
  if (question.input === 'free' || question.form === undefined) return readFree(draft)
  if (draft.json !== undefined) return readDocument(question, question.form, draft.json)
  const { value, problems } = readForm(question.form, draft.fields)
  const problem = describeProblems(question.form, problems)
  if (problem !== undefined) return { problem }
  return { reply: { decision: 'approve', value, isEdited: listEdits(question, draft).length > 0 } }
}

/** The reply as it is on the screen, or the reason why it cannot be sent. */
export const readReply = (question: Question, draft: QuestionDraft): ReplyReading => {
  if (draft.decision === 'reject') return { reply: { decision: 'reject', reason: draft.reason.trim() } }
  if (draft.decision === 'respond') {
    const text = draft.response.trim()
    return text === '' ? { problem: 'Write the response first' } : { reply: { decision: 'respond', text } }
  }
  return readApproval(question, draft)
}

export type QuestionDrafts = Record<string, QuestionDraft>

type Problem = { problem: string; questionId: string }

export const changeDraft = (
  drafts: QuestionDrafts,
  question: Question,
  change: Partial<QuestionDraft>,
): QuestionDrafts => ({
  ...drafts,
  [question.id]: { ...(drafts[question.id] ?? startDraft(question)), ...change },
})

/** The replies to all questions, or the first reason why they cannot be sent. */
const readReplies = (
  questions: Question[],
  drafts: QuestionDrafts,
): { replies: QuestionReply[] } | Problem => {
  const replies: QuestionReply[] = []
  for (const question of questions) {
    const reading = readReply(question, drafts[question.id] ?? startDraft(question))
    if ('problem' in reading) {
      const problem = questions.length > 1 ? `${question.title}: ${reading.problem}` : reading.problem
      return { problem, questionId: question.id }
    }
    replies.push({ question, reply: reading.reply })
  }
  return replies.length > 0 ? { replies } : { problem: 'The run asks nothing', questionId: '' }
}

export type ReplyRequest =
  | { route: 'resume'; body: { inputs: Record<string, unknown> } }
  | { route: 'submit_tool_outputs'; outputs: { tool_call_id: string; output: unknown }[] }
  | { route: 'review'; body: ReviewBody }

/** `request` is for the native API. `resume` contains the values by interrupt ID, for the `command` of a run of the LangGraph API. */
export interface PreparedReply {
  request: ReplyRequest
  resume: Record<string, unknown>
}

const toRequest = (replies: QuestionReply[], resume: Record<string, unknown>): ReplyRequest => {
  const [first] = replies
  if (first?.question.protocol === 'review') return { route: 'review', body: toReviewBody(first) }
  if (first?.question.protocol === 'tool_outputs')
    return { route: 'submit_tool_outputs', outputs: replies.map(toToolOutput) }
  return { route: 'resume', body: { inputs: resume } }
}

export const prepareReply = (questions: Question[], drafts: QuestionDrafts): PreparedReply | Problem => {
  const reading = readReplies(questions, drafts)
  if ('problem' in reading) return reading
  const resume = toResumeValues(reading.replies)
  return { request: toRequest(reading.replies, resume), resume }
}

/**
 * What a run of the LangGraph API gets to continue a thread. A breakpoint without an interrupt waits for no value. Values are sent by the
 * IDs of their interrupts, because LangGraph takes a single `false`, `0`, `''` or `null` for a missing value.
 */
export const toContinuation = (interrupts: number, resume: Record<string, unknown>) =>
  interrupts === 0
    ? { input: null }
    : // Interrupts of LangGraph before 0.3.6 have no ID, and are resumed without one.
      { command: { resume: '' in resume ? resume[''] : resume } }
