/**
 * Ids of tool calls that a client is to make. They say which run waits for the output: a client of OpenAI's API sends nothing
 * else back that could, and the id survives whatever the client does to the conversation. 40 characters are what others allow.
 */
import { createHash } from 'node:crypto'
import { isUuid } from '../../platform/ids.js'

const CALL_ID_FORMAT = /^call_([\w-]{22})_[0-9a-f]{8}$/

export const toCallId = (run_id: string, id: string): string => {
  const run = Buffer.from(run_id.replaceAll('-', ''), 'hex').toString('base64url')
  return `call_${run}_${createHash('sha256').update(id).digest('hex').slice(0, 8)}`
}

/** Undefined: it is none of ours. */
export const runIdFrom = (callId: string): string | undefined => {
  const [, encoded] = CALL_ID_FORMAT.exec(callId) ?? []
  if (encoded === undefined) return undefined
  const id = Buffer.from(encoded, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(id) ? id : undefined
}
