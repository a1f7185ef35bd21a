import { pino, type Logger } from 'pino'
import { activeTrace } from './telemetry/trace-context.js'

export type { Logger }

interface LogOptions {
  level: string
  /** `auto`: pretty on a terminal, JSON otherwise. */
  format: 'auto' | 'json' | 'pretty'
}

/** The values of these keys are redacted in log objects, up to four levels deep. */
const SECRET_KEYS = [
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'credential',
  'secret',
  'password',
  'api_key',
  'apiKey',
  'key',
  'token',
]

const redactPaths = SECRET_KEYS.flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
  `*.*.*["${name}"]`,
])

/** Credentials in log texts: bearer tokens, API keys, session tokens, JWTs, and the user part of URLs. */
const TEXT_PATTERNS: [RegExp, string][] = [
  [/\bBearer\s+[\w.~+/=-]+/gi, 'Bearer [redacted]'],
  [/\b(hdl|hds)_[\w-]{10,}/g, '$1_[redacted]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted token]'],
  [/(\w+:\/\/)[^/\s@]+@/g, '$1[redacted]@'],
]

export const redactText = (text: string): string =>
  TEXT_PATTERNS.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text)

/** Keeps the names of query parameters: a value may be a key, a token or text of a user. */
export const hideQueryValues = (url: string): string => {
  const [path = '', ...query] = url.split('?')
  if (query.length === 0) return url
  const names = query
    .join('?')
    .split('&')
    .map((pair) => pair.split('=')[0] ?? '')
  return `${path}?${names.map((name) => `${name}=…`).join('&')}`
}

export const makeLogger = async ({ level, format }: LogOptions): Promise<Logger> => {
  const isPretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY)
  const destination = isPretty ? await makePrettyDestination() : pino.destination({ fd: 1, sync: false })
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactPaths, censor: '[redacted]' },
      mixin: getTraceField,
      hooks: { streamWrite: redactText },
    },
    destination,
  )
}

/** Log lines of a traced request or run name the trace. */
const getTraceField = (): { trace_id?: string } => {
  const context = activeTrace.getStore()
  return context === undefined ? {} : { trace_id: context.traceId }
}

const makePrettyDestination = async (): Promise<NodeJS.WritableStream> => {
  const { default: pretty } = await import('pino-pretty')
  return pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true })
}
