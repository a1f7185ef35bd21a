/** A claim does not return a large input: the executor reads it, and the main thread only passes it on. */
import { sql, type ExpressionBuilder } from 'kysely'
import type { Tables } from '../sql/tables.js'

/** Stands for a large input in the row of a run that was claimed or created. JSON never starts with this, and it is never stored. */
export const LARGE_INPUT = 'large'
const MAX_CLAIMED_CHARS = 65_536

export const hasLargeInput = ({ input }: { input: string | null }): boolean => input === LARGE_INPUT

export const buildClaimedInput = (eb: ExpressionBuilder<Tables, 'runs'>) =>
  eb
    .case()
    .when(eb.fn<number>('length', ['runs.input']), '>', sql.lit(MAX_CLAIMED_CHARS))
    .then(sql.lit(LARGE_INPUT))
    .else(eb.ref('runs.input'))
    .end()
    .as('input')
