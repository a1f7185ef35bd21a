/**
 * Ids of client-side tool calls. They contain the id of the run that waits for the output, because an OpenAI client sends
 * nothing else back that identifies the run. Ids have 40 characters, the maximum of some other providers.
 */
import { createHash } from 'node:crypto'
import { isUuid } from '../../platform/ids.js'

const CALL_ID_FORMAT = /^call_([\w-]{22})_[0-9a-f]{8}$/

export const toCallId = (run_id: string, id: string): string => {
  const run = Buffer.from(run_id.replaceAll('-', ''), 'hex').toString('base64url')
  return `call_${run}_${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
}

/** Undefined if the id was not created by `toCallId`. */
export const runIdFrom = (callId: string): string | undefined => {
  const [, encoded] = CALL_ID_FORMAT.exec(callId) ?? []
  if (encoded === undefined) return undefined
  const id = Buffer.from(encoded, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(id) ? id : undefined
}
