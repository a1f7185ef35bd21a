/**
 * Receives bodies with a large input without parsing the input. A body of 10 MB would otherwise block the main thread for a third of a
 * second, and take several times its size. The input is stored and passed to its executor as it arrived.
 */
import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { FastifyRequest, preParsingAsyncHookHandler, RequestPayload } from 'fastify'
import { makeCollector } from '../../platform/collect-garbage.js'
import { LargeJson } from '../../platform/large-json.js'
import { allocateShared, toBuffer } from '../../platform/shared-text.js'
import { JsonScanner } from './json-scanner.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The field `input` of a large body, which the parsed body does not contain. */
    largeInput: LargeJson | undefined
  }
}

const FIELD = 'input'
const MIN_BYTES = 262_144
/** The chunks of a body would otherwise stay until the heap has grown, which takes as much memory as the body. */
const COLLECTED_BYTES = 2_097_152

const collectAfter = makeCollector('young', COLLECTED_BYTES)

export const receiveLargeInput: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const length = Number(request.headers['content-length'])
  if (!isEligible(request, length)) return payload
  const text = allocateShared(length)
  const bytes = toBuffer(text)
  const scanner = new JsonScanner(bytes, FIELD)
  let received = 0
  let isAccepted = true
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    bytes.set(chunk, received)
    received += chunk.length
    collectAfter(chunk.length)
    isAccepted &&= scanner.scan(received)
  }
  const range = isAccepted && received === length && isUtf8(bytes) ? scanner.finish() : undefined
  if (range === undefined) return toPayload(bytes.subarray(0, received), received)
  const { start, end } = range
  request.largeInput = new LargeJson(text.subarray(start, end))
  const rest = Buffer.concat([bytes.subarray(0, start), Buffer.from('null'), bytes.subarray(end)])
  return toPayload(rest, received)
}

/** Auth handlers of a project receive the input as an object. */
const isEligible = ({ headers, routeOptions, principal }: FastifyRequest, length: number): boolean =>
  length >= MIN_BYTES &&
  length <= routeOptions.bodyLimit &&
  headers['content-encoding'] === undefined &&
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '') &&
  principal.user === undefined

/** Fastify compares `receivedEncodedLength` with the header. */
const toPayload = (bytes: Buffer, received: number): RequestPayload =>
  Object.assign(Readable.from([bytes]), { receivedEncodedLength: received })

/** Called before the body is validated. */
export const insertLargeInput = ({ body, largeInput }: FastifyRequest): void => {
  if (largeInput !== undefined) Object.assign(body as object, { [FIELD]: largeInput })
}
