/**
 * Sends one HTTP request through undici's dispatcher. Compared with fetch there are no web streams and no objects per chunk: what the
 * socket receives is passed to the reader of the body. Errors and redirects are those of fetch.
 */
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, interceptors, type Dispatcher } from 'undici'
import type { ByteSource } from './byte-source.js'
import { ResponseBody } from './response-body.js'

export interface SentRequest {
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body: string | undefined
  signal: AbortSignal
}

export interface RawResponse {
  status: number
  statusText: string
  headers: Headers
  body: ByteSource
}

export type SendRequest = (url: string, request: SentRequest) => Promise<RawResponse>

/** The limit of fetch. */
const MAX_REDIRECTIONS = 20

/** model-fetch.ts applies MODEL_TIMEOUT_SECONDS instead of undici's default timeouts of 300 s. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 }).compose(
  interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }),
)

export const sendRequest: SendRequest = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const { origin, pathname, search } = new URL(url)
    const options: Dispatcher.DispatchOptions = {
      origin,
      path: `${pathname}${search}`,
      method,
      // A stream of tokens gains nothing from compression, and waits for it.
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
    }
    dispatcher.dispatch(options, makeHandler({ signal, resolve, reject }))
  })

interface Exchange {
  signal: AbortSignal
  resolve: (response: RawResponse) => void
  reject: (error: unknown) => void
}

const makeHandler = ({ signal, resolve, reject }: Exchange): Dispatcher.DispatchHandler => {
  let controller: Dispatcher.DispatchController | undefined
  let responseBody: ResponseBody | undefined
  const fail = (error: Error): void => {
    if (responseBody === undefined) reject(error)
    else responseBody.fail(error)
  }
  const abort = (): void => {
    const reason = signal.reason as Error
    fail(reason)
    controller?.abort(reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  const finish = (): void => {
    signal.removeEventListener('abort', abort)
  }
  return {
    onRequestStart(started) {
      controller = started
      if (signal.aborted) started.abort(signal.reason as Error)
    },
    onResponseStart(started, status, fields, statusText = '') {
      if (status < 200) return
      controller = started
      const headers = toHeaders(fields)
      responseBody = new ResponseBody(started, makeDecoder(headers.get('content-encoding')))
      resolve({ status, statusText, headers, body: responseBody })
    },
    onResponseData(_controller, chunk) {
      responseBody?.push(chunk)
    },
    onResponseEnd() {
      finish()
      responseBody?.end()
    },
    onResponseError(_controller, cause) {
      finish()
      fail(
        signal.aborted
          ? (signal.reason as Error)
          : new TypeError(responseBody === undefined ? 'fetch failed' : 'terminated', { cause }),
      )
    },
  }
}

const toHeaders = (fields: Record<string, string | string[] | undefined>): Headers =>
  new Headers(
    Object.entries(fields).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    ),
  )

/** A gateway may compress a response although the request does not accept it. */
const makeDecoder = (encoding: string | null) => {
  switch (encoding?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return undefined
  }
}
