/** Parsers of arguments and flags that several commands have. */
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { isUuid } from '../../platform/ids.js'
import { usageError } from '../command-error.js'

export const DEFAULT_LIMIT = 20

export const parseCount = (value: string): number => {
  const count = value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new InvalidArgumentError('Expected a whole number from 1.')
}

export const parseId = (value: string): string => {
  if (isUuid(value)) return value.toLowerCase()
  throw new InvalidArgumentError('Expected an id (UUID).')
}

export const collect = (value: string, previous: string[] = []): string[] => [...previous, value]

export const addLimitOption = (command: Command): Command =>
  command.option('-l, --limit <n>', 'number of items', parseCount, DEFAULT_LIMIT)

const STDIN = '-'

/** `-` is standard input. */
export const readText = async (value: string): Promise<string> =>
  value === STDIN ? text(process.stdin) : value

/** `-` is standard input, `@file` a file. */
export const readDataText = async (value: string): Promise<string> => {
  if (!value.startsWith('@')) return readText(value)
  const file = value.slice(1)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** JSON, `-` for JSON on standard input, or `@file` for JSON in a file. */
export const readJson = async (value: string, flag: string): Promise<unknown> => {
  const content = await readDataText(value)
  try {
    return JSON.parse(content)
  } catch (error) {
    throw usageError(`${flag} is not valid JSON: ${(error as Error).message}`)
  }
}

export const readJsonObject = async (value: string, flag: string): Promise<Record<string, unknown>> => {
  const parsed = await readJson(value, flag)
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return parsed as Record<string, unknown>
  throw usageError(`${flag} must be a JSON object, such as '{"name":"value"}'`)
}
