/**
 * Outputs of runs that ended in this process a moment ago. A client that waits for a run reads its output at once, and takes it from here:
 * the database contains it as a version of a value, which is restored from several rows (store/threads/thread-values.ts).
 */
import { LRUCache } from 'lru-cache'
import { countTextBytes, type OutputText, type Text } from '../../platform/shared-text.js'

interface RunKey {
  tenant_id: string
  run_id: string
}

interface NewOutput {
  /** What `runs.output` contains, so the output of another execution of the run is not taken for this one. */
  reference: string
  text: OutputText
}

/** A larger output would be kept longer than the other copies of it. */
const MAX_OUTPUT_BYTES = 4_194_304
const MAX_BYTES = 16_777_216
const MAX_AGE_MS = 2_000

export class NewOutputs {
  readonly #outputs = new LRUCache<string, NewOutput>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_OUTPUT_BYTES,
    sizeCalculation: ({ text }) => countTextBytes(text),
    ttl: MAX_AGE_MS,
    ttlAutopurge: true,
  })

  add(run: RunKey, output: NewOutput): void {
    this.#outputs.set(toKey(run), output)
  }

  /** Returns the output that the row of the run refers to, once, or undefined if it has to be read from the database. */
  take(run: RunKey & { output: Text | null }): OutputText | undefined {
    const key = toKey(run)
    const output = this.#outputs.get(key)
    if (output === undefined || output.reference !== run.output) return undefined
    this.#outputs.delete(key)
    return output.text
  }
}

const toKey = ({ tenant_id, run_id }: RunKey): string => `${tenant_id} ${run_id}`
