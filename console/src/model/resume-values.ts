/** The values with which a run continues, in the format that the protocol of each question expects. */
import type { Question } from './question.ts'

export type Reply =
  | { decision: 'approve'; value: unknown; isEdited: boolean }
  | { decision: 'respond'; text: string }
  | { decision: 'reject'; reason: string }

const toAgentInboxReply = ({ tool, raw }: Question, reply: Reply): unknown => {
  if (reply.decision === 'respond') return { type: 'response', args: reply.text }
  if (reply.decision === 'reject') return { type: 'ignore', args: null }
  const { config } = raw as { config?: { allow_accept?: boolean; allow_edit?: boolean } }
  // A graph that allows only edits gets its own arguments back.
  return reply.isEdited || (config?.allow_edit === true && config.allow_accept !== true)
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

export interface QuestionReply {
  question: Question
  reply: Reply
}

export interface ReviewBody {
  id: string
  decision: 'approve' | 'edit' | 'reject'
  arguments?: unknown
  content?: string
  reason?: string
}

export const toReviewBody = ({ question: { interruptId: id, tool }, reply }: QuestionReply): ReviewBody => {
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

export const toToolOutput = ({
  question,
  reply,
}: QuestionReply): { tool_call_id: string; output: unknown } => ({
  tool_call_id: question.id,
  output: reply.decision === 'approve' ? reply.value : null,
})

/** The value with which an interrupt is resumed. */
const toResumeValue = (replies: QuestionReply[]): unknown => {
  const [first] = replies
  if (first === undefined) return null
  const { question, reply } = first
  switch (question.protocol) {
    // Agent Inbox resumes with a list, also if there is only one request.
    case 'agent_inbox':
      return replies.map((each) => toAgentInboxReply(each.question, each.reply))
    case 'middleware':
      return { decisions: replies.map((each) => toMiddlewareReply(each.question, each.reply)) }
    case 'tool_outputs':
      return { tool_outputs: replies.map(toToolOutput) }
    case 'review': {
      const { id: _id, ...decision } = toReviewBody(first)
      return decision
    }
    case 'human_node':
    case 'unknown':
      return reply.decision === 'approve' ? reply.value : null
    case 'breakpoint':
      return null
  }
}

export const toResumeValues = (replies: QuestionReply[]): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(replies.map(({ question }) => question.interruptId))].map((id) => [
      id,
      toResumeValue(replies.filter(({ question }) => question.interruptId === id)),
    ]),
  )
