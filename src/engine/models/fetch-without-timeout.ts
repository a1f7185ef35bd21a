/** fetch without time limits of its own: undici would end any answer after 300 s of silence; the limit is ours to set. */
import { Agent, fetch as undiciFetch } from 'undici'

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

export const fetchWithoutTimeout = ((url: string, init: object) =>
  undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch
