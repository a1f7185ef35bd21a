/** The run waits for a person before a tool is called or an answer is given. */
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import type { RunnableConfig } from '@langchain/core/runnables'
import { interrupt } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { ToolCallDecision, ToolCall } from '../../graphs/graph-deps.js'
import { getTaskId } from '../node-events.js'
import { toNodeId } from '../observer.js'
import { isMessage, toText } from '../message-format.js'
import { setText } from './message-text.js'
import {
  parseReviewDecision,
  REVIEW_TYPE,
  type HeldOutput,
  type ReviewDecision,
  type ReviewRequest,
} from './review-request.js'
import type { PendingReview, RunGuard } from './run-guard.js'

/** Right before a tool is called. What a guardrail blocks throws. */
export const authorizeToolCall = async (
  guard: RunGuard,
  { id, name, args }: ToolCall,
  { metadata = {} }: RunnableConfig,
): Promise<ToolCallDecision> => {
  const allowed = await guard.checkToolArguments(args, id)
  guard.throwIfBlocked()
  const taskId = getTaskId(metadata)
  const isDecided = guard.reviews.isDecided(taskId)
  const pending = await guard.findToolCallReview(allowed, id, isDecided)
  if (pending === undefined) return { args: allowed }
  guard.reviews.consumeDecision(taskId)
  const request = toReviewRequest(pending, 'tool_call', { tool_call: { id, name, arguments: allowed } })
  const decision = parseReviewDecision(interrupt(request))
  if (!isDecided) recordReview(guard, request, decision, id)
  if (decision.decision === 'reject') return { refusal: toRefusalMessage(decision) }
  if (decision.decision === 'approve') return { args: allowed }
  const edited = await guard.checkToolArguments(decision.arguments ?? allowed, id)
  guard.throwIfBlocked()
  return { args: edited }
}

/** A node, from its call to what it returns. */
export const runGuardedNode = async (
  guard: RunGuard,
  config: RunnableConfig,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  const path = toNodeId(config.metadata ?? {})
  const held = guard.reviews.takeHeldOutput(getTaskId(config.metadata ?? {}))
  if (held !== undefined) return resolveReview(guard, held, path, config)
  const result = await run()
  guard.throwIfBlocked()
  await guard.onNodeEnd(result, path)
  guard.throwIfBlocked()
  const pending = guard.takePendingReviews().at(-1)
  if (pending === undefined) return result
  return resolveReview(
    guard,
    toReviewRequest(pending, 'output', { content: pending.text, held: result }),
    path,
    config,
  )
}

const resolveReview = async (
  guard: RunGuard,
  held: HeldOutput,
  path: string,
  config: RunnableConfig,
): Promise<unknown> => {
  // Asked the first time, this throws; asked again by the execution that has the answer, it returns it.
  const resumeValue: unknown = AsyncLocalStorageProviderSingleton.runWithConfig(config, () => interrupt(held))
  const decision = parseReviewDecision(resumeValue)
  recordReview(guard, held, decision)
  guard.throwIfBlocked()
  const isEdited = decision.decision === 'edit' && decision.content !== undefined
  const approvedText = isEdited ? (decision.content ?? '') : held.content
  guard.markReviewed(approvedText, isEdited)
  const content = await guard.checkOutput(approvedText, true)
  guard.throwIfBlocked()
  guard.emit({ type: 'llm.token', node_id: path, token: content })
  return content === held.content ? held.held : replaceText(held.held, held.content, content)
}

const toReviewRequest = <T extends object>(
  { guardrail, reason }: PendingReview,
  stage: Stage,
  subject: T,
): ReviewRequest & T => ({ type: REVIEW_TYPE, stage, guardrail, reason, ...subject })

/** The decision is one of the guardrail's, and is kept like the others. */
const recordReview = (
  guard: RunGuard,
  { guardrail, stage }: ReviewRequest,
  { decision, reviewer = 'a reviewer', reason = '' }: ReviewDecision,
  toolCallId?: string,
): void => {
  const rejectsOutput = decision === 'reject' && stage === 'output'
  guard.record(
    {
      guardrail,
      type: 'human_review',
      stage,
      action: rejectsOutput ? 'block' : decision === 'reject' ? 'warn' : 'pass',
      category: { approve: 'approved', edit: 'edited', reject: 'rejected' }[decision],
      detector: 'human',
      reason: reason === '' ? `by ${reviewer}` : `by ${reviewer}: ${reason}`,
      spans: [],
      latency_us: 0,
    },
    toolCallId,
  )
}

const toRefusalMessage = ({ reviewer = 'a reviewer', reason = '' }: ReviewDecision): string =>
  `Error: ${reviewer} did not allow this call${reason === '' ? '' : `: ${reason}`}`

/** What the node returned, with the text of the reviewer in the place of its own. */
const replaceText = (value: unknown, old: string, text: string): unknown => {
  if (value === old) return text
  if (isMessage(value)) {
    if (toText(value.content) === old) setText(value, text)
    return value
  }
  if (Array.isArray(value)) return value.map((item) => replaceText(item, old, text))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, replaceText(item, old, text)]),
  )
}
