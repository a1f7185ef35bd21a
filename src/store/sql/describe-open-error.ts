/** The error messages of a PostgreSQL database that cannot be opened: what failed, and which part of DATABASE_URL to correct. */
import type { DriverError } from './dialect.js'

const UNREACHABLE = 'start PostgreSQL there, or correct the host and port in DATABASE_URL'
const REFUSED_USER = 'correct the user and the password in DATABASE_URL'

/** By error code of the network or SQLSTATE. */
const FIXES: Record<string, string> = {
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ENOTFOUND: 'correct the host name in DATABASE_URL',
  EAI_AGAIN: 'correct the host name in DATABASE_URL, or check the DNS server',
  '28000': REFUSED_USER,
  '28P01': REFUSED_USER,
  '3D000': 'create it with createdb, or correct the name of the database in DATABASE_URL',
}

/** A host name with several addresses, all of which failed, gives an error without a message. */
const toMessage = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map(({ message }: Error) => message).join(', ')
    : error.message

export const describeOpenError = (error: Error): string => {
  const fix = FIXES[(error as DriverError).code ?? '']
  const message = toMessage(error)
  return fix === undefined ? message : `cannot open the database: ${message}; ${fix}`
}
