/** Why the database cannot be used at the moment: the error that requests get, and what /health reports. */
import { AppError } from '../../errors.js'
import type { DatabaseState } from '../../schema/system.js'

export type Outage = Exclude<DatabaseState, 'ok'>

export const OUTAGE_MESSAGES: Record<Outage, string> = {
  storage_full:
    'The disk of the database is full. Free or add space; the service recovers without a restart.',
  read_only: 'The database is read-only',
  io_error: 'The database reports an I/O error; check the disk and the log of the system',
  damaged: 'The database file is damaged; restore a backup (docs/operations.md)',
  unreachable: 'The database cannot be reached',
  too_many_connections:
    'The database accepts no more connections; raise its limit or lower DATABASE_POOL_SIZE',
  busy: 'The database is busy: a lock or a statement took too long',
  unavailable: 'The database is unavailable',
}

/** `reason` is repeated in the details, because all outages but a full disk have the same code. */
export const toOutageError = (outage: Outage, cause?: unknown): AppError =>
  new AppError(
    outage === 'storage_full' ? 'storage_full' : 'service_unavailable',
    OUTAGE_MESSAGES[outage],
    { reason: outage },
    { cause },
  )
