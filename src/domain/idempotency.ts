import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'

/**
 * What a create writes beside its row: the statements that remember its answer under the caller's idempotency
 * key. In one batch with the row, so that a crash leaves both or neither.
 */
export type IdempotencyStatements<T> = (response: T) => Statement[]

/** What is remembered of a run that is followed: where the request came in. */
export interface StartedRun {
  run_id: string
  /** The number of its last event then. */
  after: number
  /** What it had used until then. */
  usage: string | null
}

export const toStartedRun = ({ run_id, usage }: Row<'runs'>, after = 0): StartedRun => ({
  run_id,
  after,
  usage,
})

/** What a request knows about its key. */
export interface IdempotentRequest {
  idempotencyStatements: IdempotencyStatements<unknown>
  /** What an earlier request with the key began. */
  earlierRun: StartedRun | null
}

export const noIdempotencyStatements = (): Statement[] => []
