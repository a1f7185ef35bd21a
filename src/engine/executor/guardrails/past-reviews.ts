/** What earlier executions of a run asked reviewers, and what they were answered. */
import type { PendingAnswers } from '../checkpoint-saver.js'
import { isDecision, isReview, type HeldAnswer } from './review-request.js'

export class ReviewMemory {
  readonly #calls = new Set<string>()
  readonly #held = new Map<string, HeldAnswer>()
  readonly #decided = new Map<string, number>()

  load({ asked, answered }: PendingAnswers): void {
    for (const { taskId, value } of asked) {
      if (!isReview(value)) continue
      if ('held' in value) this.#held.set(taskId, value as HeldAnswer)
      else if (value.tool_call !== undefined) this.#calls.add(value.tool_call.id)
    }
    for (const { taskId, value } of answered)
      if (isDecision(value)) this.#decided.set(taskId, (this.#decided.get(taskId) ?? 0) + 1)
  }

  wasAsked(toolCallId: string): boolean {
    return this.#calls.has(toolCallId)
  }

  /** Whether the next review of the task was decided before. A task asks in the same order each time it is run. */
  isDecided(taskId: string): boolean {
    return (this.#decided.get(taskId) ?? 0) > 0
  }

  /** To the review after this one. */
  goOn(taskId: string): void {
    this.#decided.set(taskId, (this.#decided.get(taskId) ?? 0) - 1)
  }

  /** What the node returned whose answer waits. */
  takeHeld(taskId: string): HeldAnswer | undefined {
    const held = this.#held.get(taskId)
    this.#held.delete(taskId)
    return held
  }
}
