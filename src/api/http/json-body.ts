/** Parses JSON request bodies. Encoding and nesting depth are checked before parsing. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'secure-json-parse'
import { AppError } from '../../errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body may be a JSON array. */
    allowsArrayBody?: boolean
  }
}

const MAX_DEPTH = 100

const invalidRequest = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_request', message, undefined, { cause })

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Scans the bytes for the nesting depth: JSON.parse accepts 200,000 levels, but JSON.stringify of the response would
 * then overflow the stack.
 */
export const isTooDeep = (body: Buffer, max = MAX_DEPTH): boolean => {
  // Every level needs at least two bytes, an opening and a closing bracket.
  if (body.length <= 2 * max) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] as number
    if (inString) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (OPENING.has(byte)) {
      if (++depth > max) return true
    } else if (CLOSING.has(byte)) depth--
  }
  return false
}

/** Only such numbers can overflow to Infinity, which JSON.stringify would turn into null. */
const HUGE_EXPONENT = /\d[eE]\+?\d{3}|\d{200}/

/** `label` names the bytes in error messages. */
export const parseJsonObject = (bytes: Buffer, label: string, allowArray = false): object => {
  if (!isUtf8(bytes)) throw invalidRequest(`${label} is not valid UTF-8`)
  if (isTooDeep(bytes)) throw invalidRequest(`${label} is nested deeper than ${String(MAX_DEPTH)} levels`)
  const text = bytes.toString()
  let value: unknown
  try {
    // secure-json-parse rejects __proto__ and constructor.prototype keys.
    value = parse(text, HUGE_EXPONENT.test(text) ? rejectInfinity : null)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalidRequest(`${label} is not valid JSON: ${(error as Error).message}`, error)
  }
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !allowArray)) {
    throw invalidRequest(`${label} must be a JSON object`)
  }
  return value
}

const rejectInfinity = (key: string, value: unknown): unknown => {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidRequest(`The number at ${key} is too large`)
  return value
}

export const parseJsonBodies = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      body.length === 0
        ? undefined
        : parseJsonObject(body, 'The body', request.routeOptions.config.allowsArrayBody === true),
  )
}
