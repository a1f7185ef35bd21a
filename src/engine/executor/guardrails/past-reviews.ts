/** The review requests of earlier executions of this run, and the decisions on them. */
import type { PendingInterrupts } from '../checkpoint-saver.js'
import { isReviewDecision, isReviewRequest, type HeldOutput } from './review-request.js'

export class PastReviews {
  readonly #requestedCalls = new Set<string>()
  readonly #heldOutputs = new Map<string, HeldOutput>()
  readonly #openDecisions = new Map<string, number>()

  load({ interrupts, resumeValues }: PendingInterrupts): void {
    for (const { taskId, value } of interrupts) {
      if (!isReviewRequest(value)) continue
      if ('held' in value) this.#heldOutputs.set(taskId, value as HeldOutput)
      else if (value.tool_call !== undefined) this.#requestedCalls.add(value.tool_call.id)
    }
    for (const { taskId, value } of resumeValues)
      if (isReviewDecision(value)) this.#openDecisions.set(taskId, (this.#openDecisions.get(taskId) ?? 0) + 1)
  }

  wasRequested(toolCallId: string): boolean {
    return this.#requestedCalls.has(toolCallId)
  }

  /** True if the next review of the task is already decided. A task requests its reviews in the same order each time. */
  isDecided(taskId: string): boolean {
    return (this.#openDecisions.get(taskId) ?? 0) > 0
  }

  /** Advances to the next review of the task. */
  consumeDecision(taskId: string): void {
    this.#openDecisions.set(taskId, (this.#openDecisions.get(taskId) ?? 0) - 1)
  }

  /** The result of a node whose output waits for a review. */
  takeHeldOutput(taskId: string): HeldOutput | undefined {
    const heldOutput = this.#heldOutputs.get(taskId)
    this.#heldOutputs.delete(taskId)
    return heldOutput
  }
}
