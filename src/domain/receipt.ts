import type { Statement } from '../store/statement.js'

/**
 * What a create writes beside its row: the statements that remember its answer under the caller's idempotency
 * key. In one batch with the row, so that a crash leaves both or neither.
 */
export type Receipt<T> = (answer: T) => Statement[]

export const noReceipt = (): Statement[] => []
