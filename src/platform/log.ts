import { pino, type Logger } from 'pino'
import type { Config } from '../config.js'

export type { Logger }

/** Keys whose values never reach a log, wherever they stand. */
const SECRET_KEYS = [
  'authorization',
  'x-api-key',
  'cookie',
  'secret',
  'password',
  'api_key',
  'apiKey',
  'key',
  'token',
]

const paths = SECRET_KEYS.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
  `*.*.*["${name}"]`,
])

/** Credentials inside texts: bearer tokens, our own keys, and the user part of a database URL. */
const TEXT_PATTERNS: [RegExp, string][] = [
  [/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [redacted]'],
  [/\bhdl_[\w-]{10,}/g, 'hdl_[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]'],
  [/(\w+:\/\/)[^/\s@]+@/g, '$1[redacted]@'],
]

export const redactText = (text: string): string =>
  TEXT_PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text)

export const makeLogger = async ({ LOG_LEVEL, LOG_FORMAT }: Config): Promise<Logger> => {
  const isPretty = LOG_FORMAT === 'pretty' || (LOG_FORMAT === 'auto' && process.stdout.isTTY)
  const destination = isPretty ? await makePrettyDestination() : pino.destination({ fd: 1, sync: false })
  return pino(
    {
      level: LOG_LEVEL,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      hooks: { streamWrite: redactText },
    },
    destination,
  )
}

const makePrettyDestination = async (): Promise<NodeJS.WritableStream> => {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true })
}
