import { validationError } from '../../errors.js'

/** The ID of the last event that the client has received; 'start' to replay all events; undefined without the header. */
export type LastEventId = number | 'start' | undefined

export const parseLastEventId = (header: string | string[] | undefined): LastEventId => {
  if (header === undefined || header === '') return undefined
  if (header === '-' || header === '-1') return 'start'
  const number = Number(header)
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw validationError('Last-Event-ID', 'is not a valid event ID')
}
