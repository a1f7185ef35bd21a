import type { Logger } from '../platform/log.js'
import type { Row } from '../store/sql/tables.js'
import type { FinalGraphOutcome } from './final-change.js'

type Failure = Omit<Extract<FinalGraphOutcome, { status: 'failed' }>, 'status' | 'usage'>

/** Logs a failed run as one line. `node` and the lines of the stack are missing if no code of the graph threw. */
export const logRunFailure = (
  log: Logger,
  { run_id, thread_id, assistant_id }: Row<'runs'>,
  { error, node, stack }: Failure,
): void => {
  const { code, message } = error
  const err = Object.assign(new Error(message), { code, stack: [message, stack].join('\n') })
  log.warn({ run_id, thread_id, assistant_id, ...(node !== undefined && { node }), err }, 'run failed')
}
