/** What a person has entered for the questions of a run, and the request that it becomes. */
import { parseExact } from './exact-json.ts'
import type { Decision, Question } from './inbox-questions.ts'
import { describeProblems, listChanges, readForm, toDrafts, type Drafts } from './form-drafts.ts'

export interface QuestionDraft {
  /** The reply that will be sent for this question. */
  decision: Decision
  fields: Drafts
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

export const startDraft = ({ form, proposed, protocol, decisions }: Question): QuestionDraft => ({
  decision: decisions[0] ?? 'approve',
  fields: form === undefined ? {} : toDrafts(form, proposed),
  option: '',
  mode: protocol === 'unknown' ? 'json' : 'text',
  free: '',
  response: '',
  reason: '',
})

export const listEdits = ({ form, proposed }: Question, draft: QuestionDraft): string[] =>
  form === undefined ? [] : listChanges(toDrafts(form, proposed), draft.fields)

export type Reply =
  | { decision: 'approve'; value: unknown; isEdited: boolean }
  | { decision: 'respond'; text: string }
  | { decision: 'reject'; reason: string }

export type ReplyReading = { reply: Reply } | { problem: string }

const readFree = ({ mode, free }: QuestionDraft): ReplyReading => {
  if (mode === 'text')
    return free === ''
      ? { problem: 'Enter the reply first' }
      : { reply: { decision: 'approve', value: free, isEdited: true } }
  if (free.trim() === '') return { problem: 'Enter the reply as JSON first' }
  try {
    return { reply: { decision: 'approve', value: parseExact(free), isEdited: true } }
  } catch {
    return { problem: 'The reply is not valid JSON' }
  }
}

const readApproval = (question: Question, draft: QuestionDraft): ReplyReading => {
  if (question.input === 'options')
    return draft.option === ''
      ? { problem: 'Choose an option first' }
      : { reply: { decision: 'approve', value: draft.option, isEdited: true } }
  if (question.input === 'free' || question.form === undefined) return readFree(draft)
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

const toAgentInboxReply = ({ tool, raw }: Question, reply: Reply): unknown => {
  if (reply.decision === 'respond') return { type: 'response', args: reply.text }
  if (reply.decision === 'reject') return { type: 'ignore', args: null }
  const { config } = raw as { config?: { allow_accept?: boolean } }
  // A graph that allows only edits gets its own arguments back.
  return reply.isEdited || config?.allow_accept !== true
    ? { type: 'edit', args: { action: tool, args: reply.value } }
    : { type: 'accept', args: null }
}

const toMiddlewareReply = ({ tool, isCamelCase }: Question, reply: Reply): unknown => {
  if (reply.decision === 'respond') return { type: 'respond', message: reply.text }
  if (reply.decision === 'reject')
    return { type: 'reject', ...(reply.reason !== '' && { message: reply.reason }) }
  if (!reply.isEdited) return { type: 'approve' }
  return { type: 'edit', [isCamelCase ? 'editedAction' : 'edited_action']: { name: tool, args: reply.value } }
}

/** The value with which an interrupt is resumed. */
const toResumeValue = (replies: { question: Question; reply: Reply }[]): unknown => {
  const [first] = replies
  if (first === undefined) return null
  const { question, reply } = first
  // Agent Inbox resumes with a list, also if there is only one request.
  if (question.protocol === 'agent_inbox')
    return replies.map((each) => toAgentInboxReply(each.question, each.reply))
  if (question.protocol === 'middleware')
    return { decisions: replies.map((each) => toMiddlewareReply(each.question, each.reply)) }
  return reply.decision === 'approve' ? reply.value : null
}

export type InboxRequest =
  | { route: 'resume'; body: { inputs: Record<string, unknown> } }
  | { route: 'submit_tool_outputs'; outputs: { tool_call_id: string; output: unknown }[] }
  | {
      route: 'review'
      body: {
        id: string
        decision: 'approve' | 'edit' | 'reject'
        arguments?: unknown
        content?: string
        reason?: string
      }
    }

const toReviewBody = (
  { id, tool }: Question,
  reply: Reply,
): Extract<InboxRequest, { route: 'review' }>['body'] => {
  if (reply.decision !== 'approve')
    return {
      id,
      decision: 'reject',
      ...(reply.decision === 'reject' && reply.reason !== '' && { reason: reply.reason }),
    }
  if (!reply.isEdited) return { id, decision: 'approve' }
  return {
    id,
    decision: 'edit',
    ...(tool === undefined ? { content: String(reply.value) } : { arguments: reply.value }),
  }
}

export type RequestReading = { request: InboxRequest } | { problem: string; questionId: string }

/** The request with the replies to all questions, or the first reason why it cannot be sent. */
export const toInboxRequest = (
  questions: Question[],
  drafts: Record<string, QuestionDraft>,
): RequestReading => {
  const replies: { question: Question; reply: Reply }[] = []
  for (const question of questions) {
    const reading = readReply(question, drafts[question.id] ?? startDraft(question))
    if ('problem' in reading) {
      const problem = questions.length > 1 ? `${question.title}: ${reading.problem}` : reading.problem
      return { problem, questionId: question.id }
    }
    replies.push({ question, reply: reading.reply })
  }
  const [first] = replies
  if (first === undefined) return { problem: 'The run asks nothing', questionId: '' }
  if (first.question.protocol === 'review')
    return { request: { route: 'review', body: toReviewBody(first.question, first.reply) } }
  if (first.question.protocol === 'tool_outputs')
    return {
      request: {
        route: 'submit_tool_outputs',
        outputs: replies.map(({ question, reply }) => ({
          tool_call_id: question.replyTo,
          output: reply.decision === 'approve' ? reply.value : null,
        })),
      },
    }
  const interruptIds = [...new Set(replies.map(({ question }) => question.replyTo))]
  const inputs = Object.fromEntries(
    interruptIds.map((id) => [id, toResumeValue(replies.filter(({ question }) => question.replyTo === id))]),
  )
  return { request: { route: 'resume', body: { inputs } } }
}
