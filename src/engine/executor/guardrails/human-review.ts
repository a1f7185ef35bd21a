/** The run waits for a person before a tool is called or an answer is given. */
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import type { RunnableConfig } from '@langchain/core/runnables'
import { interrupt } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import type { Stage } from '../../../schema/guardrail.js'
import type { Cleared, ToolCall } from '../../graphs/graph-deps.js'
import { taskIdIn } from '../node-events.js'
import { nodeOf } from '../observer.js'
import { isMessage, textOf } from '../message-format.js'
import { setText } from './message-text.js'
import {
  readDecision,
  REVIEW,
  type HeldAnswer,
  type ReviewDecision,
  type ReviewRequest,
} from './review-request.js'
import type { Pending, RunGuard } from './run-guard.js'

/** Right before a tool is called. What a guardrail blocks throws. */
export const clearCall = async (
  guard: RunGuard,
  { id, name, args }: ToolCall,
  { metadata = {} }: RunnableConfig,
): Promise<Cleared> => {
  const allowed = await guard.arguments(args, id)
  guard.throwIfBlocked()
  const taskId = taskIdIn(metadata)
  const isDecided = guard.reviews.isDecided(taskId)
  const pending = await guard.reviewOf(allowed, id, isDecided)
  if (pending === undefined) return { args: allowed }
  guard.reviews.goOn(taskId)
  const request = requestOf(pending, 'tool_call', { tool_call: { id, name, arguments: allowed } })
  const decision = readDecision(interrupt(request))
  if (!isDecided) note(guard, request, decision, id)
  if (decision.decision === 'reject') return { refusal: refusalOf(decision) }
  if (decision.decision === 'approve') return { args: allowed }
  const edited = await guard.arguments(decision.arguments ?? allowed, id)
  guard.throwIfBlocked()
  return { args: edited }
}

/** A node, from its call to what it returns. */
export const guardNode = async (
  guard: RunGuard,
  config: RunnableConfig,
  run: () => Promise<unknown>,
): Promise<unknown> => {
  const path = nodeOf(config.metadata ?? {})
  const held = guard.reviews.takeHeld(taskIdIn(config.metadata ?? {}))
  if (held !== undefined) return settle(guard, held, path, config)
  const result = await run()
  guard.throwIfBlocked()
  await guard.nodeEnded(result, path)
  guard.throwIfBlocked()
  const pending = guard.takePending().at(-1)
  if (pending === undefined) return result
  return settle(guard, requestOf(pending, 'output', { content: pending.text, held: result }), path, config)
}

const settle = async (
  guard: RunGuard,
  held: HeldAnswer,
  path: string,
  config: RunnableConfig,
): Promise<unknown> => {
  // Asked the first time, this throws; asked again by the execution that has the answer, it returns it.
  const answer: unknown = AsyncLocalStorageProviderSingleton.runWithConfig(config, () => interrupt(held))
  const decision = readDecision(answer)
  note(guard, held, decision)
  guard.throwIfBlocked()
  const isEdited = decision.decision === 'edit' && decision.content !== undefined
  const decided = isEdited ? (decision.content ?? '') : held.content
  guard.reviewed(decided, isEdited)
  const content = await guard.answer(decided, true)
  guard.throwIfBlocked()
  guard.tell({ type: 'llm.token', node_id: path, token: content })
  return content === held.content ? held.held : replaced(held.held, held.content, content)
}

const requestOf = <T extends object>(
  { guardrail, reason }: Pending,
  stage: Stage,
  what: T,
): ReviewRequest & T => ({ type: REVIEW, stage, guardrail, reason, ...what })

/** The decision is one of the guardrail's, and is kept like the others. */
const note = (
  guard: RunGuard,
  { guardrail, stage }: ReviewRequest,
  { decision, reviewer = 'a reviewer', reason = '' }: ReviewDecision,
  toolCallId?: string,
): void => {
  const refusesAnswer = decision === 'reject' && stage === 'output'
  guard.record(
    {
      guardrail,
      type: 'human_review',
      stage,
      action: refusesAnswer ? 'block' : decision === 'reject' ? 'warn' : 'pass',
      category: { approve: 'approved', edit: 'edited', reject: 'rejected' }[decision],
      detector: 'human',
      reason: reason === '' ? `by ${reviewer}` : `by ${reviewer}: ${reason}`,
      spans: [],
      latency_us: 0,
    },
    toolCallId,
  )
}

const refusalOf = ({ reviewer = 'a reviewer', reason = '' }: ReviewDecision): string =>
  `Error: ${reviewer} did not allow this call${reason === '' ? '' : `: ${reason}`}`

/** What the node returned, with the text of the reviewer in the place of its own. */
const replaced = (value: unknown, old: string, text: string): unknown => {
  if (value === old) return text
  if (isMessage(value)) {
    if (textOf(value.content) === old) setText(value, text)
    return value
  }
  if (Array.isArray(value)) return value.map((item) => replaced(item, old, text))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, replaced(item, old, text)]),
  )
}
