/** What earlier executions of a run asked reviewers, and what they were answered. */
import type { PendingInterrupts } from '../checkpoint-saver.js'
import { isReviewDecision, isReviewRequest, type HeldOutput } from './review-request.js'

export class PastReviews {
  readonly #calls = new Set<string>()
  readonly #held = new Map<string, HeldOutput>()
  readonly #decided = new Map<string, number>()

  load({ interrupts, resumeValues }: PendingInterrupts): void {
    for (const { taskId, value } of interrupts) {
      if (!isReviewRequest(value)) continue
      if ('held' in value) this.#held.set(taskId, value as HeldOutput)
      else if (value.tool_call !== undefined) this.#calls.add(value.tool_call.id)
    }
    for (const { taskId, value } of resumeValues)
      if (isReviewDecision(value)) this.#decided.set(taskId, (this.#decided.get(taskId) ?? 0) + 1)
  }

  wasRequested(toolCallId: string): boolean {
    return this.#calls.has(toolCallId)
  }

  /** Whether the next review of the task was decided before. A task asks in the same order each time it is run. */
  isDecided(taskId: string): boolean {
    return (this.#decided.get(taskId) ?? 0) > 0
  }

  /** To the review after this one. */
  consumeDecision(taskId: string): void {
    this.#decided.set(taskId, (this.#decided.get(taskId) ?? 0) - 1)
  }

  /** What the node returned whose answer waits. */
  takeHeldOutput(taskId: string): HeldOutput | undefined {
    const held = this.#held.get(taskId)
    this.#held.delete(taskId)
    return held
  }
}
