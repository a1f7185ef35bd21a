/**
 * Large inputs of runs that this process has stored a moment ago. Usually it executes them at once, and takes the input from here: reading it
 * from the database would take three more copies of it.
 */
import { LRUCache } from 'lru-cache'
import type { SharedText } from '../../platform/shared-text.js'

interface RunKey {
  tenant_id: string
  run_id: string
}

const MAX_BYTES = 16_777_216
const MAX_AGE_MS = 2_000

export class NewInputs {
  readonly #inputs = new LRUCache<string, SharedText>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: MAX_AGE_MS,
    ttlAutopurge: true,
  })

  add(run: RunKey, input: SharedText): void {
    this.#inputs.set(toKey(run), input)
  }

  /**
   * Returns the input to the first execution of the run, or undefined if it has to be read from the database. Later executions read what the
   * first one has left there: guardrails may have changed it.
   */
  take(run: RunKey & { fence: number }): SharedText | undefined {
    const key = toKey(run)
    const input = run.fence === 1 ? this.#inputs.get(key) : undefined
    this.#inputs.delete(key)
    return input
  }
}

const toKey = ({ tenant_id, run_id }: RunKey): string => `${tenant_id} ${run_id}`
