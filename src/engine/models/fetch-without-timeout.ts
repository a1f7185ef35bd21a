/** fetch without undici's default timeouts of 300 s; model-fetch.ts applies MODEL_TIMEOUT_SECONDS instead. */
import { Agent, fetch as undiciFetch } from 'undici'

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })

export const fetchWithoutTimeout = ((url: string, init: object) =>
  undiciFetch(url, { ...init, dispatcher })) as unknown as typeof fetch
