import type { Caller } from './caller.js'
import type { Statement } from '../store/sql/statement.js'
import type { Row } from '../store/sql/tables.js'

/**
 * Builds the statements that store the response of a request under its idempotency key. They are written in the same batch as the
 * created row, so that after a crash either both exist or neither.
 */
export type IdempotencyStatements<T> = (response: T) => Statement[]

/** Stored as the response of a request that follows a run: the position from which a repeated request continues. */
export interface StartedRun {
  run_id: string
  /** The sequence number of the last event before the request. */
  after: number
  /** The token usage of the run before the request. */
  usage: string | null
}

export const toStartedRun = ({ run_id, usage }: Row<'runs'>, after = 0): StartedRun => ({
  run_id,
  after,
  usage,
})

export interface IdempotentRequest {
  idempotencyStatements: IdempotencyStatements<unknown>
  /** The run of an earlier request with the same idempotency key. */
  earlierRun: StartedRun | null
  principal: Caller
}

export const noIdempotencyStatements = (): Statement[] => []
