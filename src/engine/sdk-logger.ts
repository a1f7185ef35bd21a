/** The logger that `getLogger()` of the LangGraph SDK returns. Its lines appear in the log of the service. */
import { format } from 'node:util'

/** LangGraph's SDK reads the logger from this property of the global object. */
const GLOBAL_LOGGER = Symbol.for('langgraph.api.sdk-logger')

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace'

export interface LogLine {
  level: LogLevel
  message: string
  fields: Record<string, unknown>
}

/** The SDK declares the levels of npm, syslog and command lines together. */
const LEVELS: Record<string, LogLevel> = {
  error: 'error',
  warn: 'warn',
  help: 'info',
  data: 'info',
  info: 'info',
  prompt: 'info',
  http: 'info',
  input: 'info',
  debug: 'debug',
  verbose: 'debug',
  silly: 'trace',
}

type LogMethod = (message: unknown, ...meta: unknown[]) => SdkLogger
type SdkLogger = Record<string, LogMethod>

export const registerSdkLogger = (write: (line: LogLine) => void): void => {
  Object.assign(globalThis, { [GLOBAL_LOGGER]: makeSdkLogger(write, {}) })
}

const makeSdkLogger = (write: (line: LogLine) => void, inherited: Record<string, unknown>): SdkLogger => {
  const emit = (level: LogLevel, message: unknown, meta: unknown[]): SdkLogger => {
    write(toLine(level, message, meta, inherited))
    return logger
  }
  const methods = Object.entries(LEVELS).map(([name, level]): [string, LogMethod] => [
    name,
    (message, ...meta) => emit(level, message, meta),
  ])
  const logger: SdkLogger = {
    ...Object.fromEntries(methods),
    log: (level, ...parts) => {
      // Either log(level, message, …) or log({ level, message, … }).
      const [message, ...meta] = isObject(level) ? [level] : parts
      const name = isObject(level) ? level['level'] : level
      return emit(LEVELS[String(name)] ?? 'info', message, meta)
    },
    child: (fields) => makeSdkLogger(write, { ...inherited, ...(isObject(fields) && toPlainFields(fields)) }),
  }
  return logger
}

const toLine = (
  level: LogLevel,
  message: unknown,
  meta: unknown[],
  inherited: Record<string, unknown>,
): LogLine => {
  const fields = meta
    .filter(isObject)
    .reduce<Record<string, unknown>>((merged, part) => ({ ...merged, ...toPlainFields(part) }), inherited)
  const rest = meta.filter((part) => !isObject(part))
  if (isObject(message)) {
    const { message: text = '', level: _, ...others } = toPlainFields(message)
    return { level, message: format(text, ...rest), fields: { ...fields, ...others } }
  }
  return { level, message: format(message, ...rest), fields }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Only plain data can leave the thread, and an error has no enumerable fields. */
const toPlainFields = (value: object): Record<string, unknown> => {
  if (value instanceof Error) return { message: value.message, stack: value.stack }
  try {
    return JSON.parse(JSON.stringify(value)) as Record<string, unknown>
  } catch {
    return { value: format(value) }
  }
}
