/** Human review: pauses the run with an interrupt before a tool is called or the final output is returned. */
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import type { RunnableConfig } from '@langchain/core/runnables'
import { interrupt } from '@langchain/langgraph'
import type { TaskFields } from '../../../events/run-event.js'
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { ToolCallDecision, ToolCall } from '../../graphs/graph-deps.js'
import { toTaskFields } from '../task-fields.js'
import type { CheckOrigin } from './decision-recorder.js'
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

/** Runs right before a tool is called. Throws if a guardrail blocks the call. */
export const authorizeToolCall = async (
  guard: RunGuard,
  { id, name, args }: ToolCall,
  { metadata = {} }: RunnableConfig,
): Promise<ToolCallDecision> => {
  const task = toTaskFields(metadata)
  const origin = { toolCallId: id, task }
  const allowed = await guard.checkToolArguments(args, origin)
  guard.throwIfBlocked()
  const taskId = task.task_id ?? ''
  const isDecided = guard.reviews.isDecided(taskId)
  const pending = await guard.findToolCallReview(allowed, origin, isDecided)
  if (pending === undefined) return { args: allowed }
  guard.reviews.consumeDecision(taskId)
  const request = toReviewRequest(pending, 'tool_call', { tool_call: { id, name, arguments: allowed } })
  const decision = parseReviewDecision(interrupt(request))
  if (!isDecided) recordReview(guard, request, decision, origin)
  if (decision.decision === 'reject') return { refusal: toRefusalMessage(decision) }
  if (decision.decision === 'approve') return { args: allowed }
  const edited = await guard.checkToolArguments(decision.arguments ?? allowed, origin)
  guard.throwIfBlocked()
  return { args: edited }
}

/** Executes a node and checks its result. If the result needs a review, the node interrupts before it returns. */
export const runGuardedNode = async (
  guard: RunGuard,
  config: RunnableConfig,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  const task = toTaskFields(config.metadata ?? {})
  const held = guard.reviews.takeHeldOutput(task.task_id ?? '')
  if (held !== undefined) return resolveReview(guard, held, task, config)
  const result = await run()
  guard.throwIfBlocked()
  await guard.onNodeEnd(result, task)
  guard.throwIfBlocked()
  const pending = guard.takePendingReviews().at(-1)
  if (pending === undefined) return result
  return resolveReview(
    guard,
    toReviewRequest(pending, 'output', { content: pending.text, held: result }),
    task,
    config,
  )
}

const resolveReview = async (
  guard: RunGuard,
  held: HeldOutput,
  task: TaskFields,
  config: RunnableConfig,
): Promise<unknown> => {
  // `interrupt` throws in the first execution and returns the reviewer's decision in the execution that resumes.
  const resumeValue: unknown = AsyncLocalStorageProviderSingleton.runWithConfig(config, () => interrupt(held))
  const decision = parseReviewDecision(resumeValue)
  recordReview(guard, held, decision, { task })
  guard.throwIfBlocked()
  const isEdited = decision.decision === 'edit' && decision.content !== undefined
  const approvedText = isEdited ? (decision.content ?? '') : held.content
  guard.markReviewed(approvedText, isEdited)
  const content = await guard.checkOutput(approvedText, { isFinalOutput: true, task })
  guard.throwIfBlocked()
  guard.emit({ type: 'llm.token', node_id: task.node_id, token: content })
  return content === held.content ? held.held : replaceText(held.held, held.content, content)
}

const toReviewRequest = <T extends object>(
  { guardrail, reason }: PendingReview,
  stage: Stage,
  subject: T,
): ReviewRequest & T => ({ type: REVIEW_TYPE, stage, guardrail, reason, ...subject })

/** Records the reviewer's decision as a decision of the guardrail, in the audit like all others. */
const recordReview = (
  guard: RunGuard,
  { guardrail, stage }: ReviewRequest,
  { decision, reviewer = 'a reviewer', reason = '' }: ReviewDecision,
  origin: CheckOrigin,
): void => {
  const rejectsOutput = decision === 'reject' && stage === 'output'
  const category = { approve: 'approved', edit: 'edited', reject: 'rejected' }[decision]
  guard.record(
    {
      guardrail,
      type: 'human_review',
      stage,
      action: rejectsOutput ? 'block' : decision === 'reject' ? 'warn' : 'pass',
      category,
      detector: 'human',
      reason: reason === '' ? `${category} by ${reviewer}` : `${category} by ${reviewer}: ${reason}`,
      spans: [],
      latency_us: 0,
    },
    origin,
  )
}

const toRefusalMessage = ({ reviewer = 'a reviewer', reason = '' }: ReviewDecision): string =>
  `Error: ${reviewer} did not allow this call${reason === '' ? '' : `: ${reason}`}`

/** Replaces the text `old` in the result of a node by the reviewer's text. */
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
