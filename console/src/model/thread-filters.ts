/** The filters of the list of threads, between the URL and the API. */
import type { ThreadStatus } from '../api/dialect.ts'

export const THREAD_STATUSES: ThreadStatus[] = ['idle', 'busy', 'interrupted', 'error']

export const THREAD_STATUS_WORDS: Record<ThreadStatus, string> = {
  idle: 'Idle',
  busy: 'Running',
  interrupted: 'Needs a person',
  error: 'Failed',
}

export interface ThreadSearch {
  status?: ThreadStatus
  metadata?: Record<string, unknown>
  ids?: string[]
  /** Text that the search of the service has to find. */
  text?: string
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const PAIR = /^([\w.-]+)[:=](.+)$/

const parseValue = (text: string): unknown => {
  if (/^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text)) return JSON.parse(text)
  return text.replace(/^"(.*)"$/, '$1')
}

/** `q` is an id, metadata such as `customer=c_18345`, or text. */
export const parseThreadSearch = (search: Readonly<Record<string, string | undefined>>): ThreadSearch => {
  const status = THREAD_STATUSES.find((candidate) => candidate === search['status'])
  const query = search['q']?.trim() ?? ''
  const pair = PAIR.exec(query)
  return {
    ...(status !== undefined && { status }),
    ...(UUID.test(query)
      ? { ids: [query.toLowerCase()] }
      : pair?.[1] !== undefined && pair[2] !== undefined
        ? { metadata: { [pair[1]]: parseValue(pair[2].trim()) } }
        : query === ''
          ? {}
          : { text: query }),
  }
}

const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (!Array.isArray(value)) return undefined
  const part: unknown = (value as unknown[]).find(
    (item) => typeof (item as { text?: unknown } | null)?.text === 'string',
  )
  return part === undefined ? undefined : textOf((part as { text: string }).text)
}

/** The title of a thread is its `title`, or its first message if it has none. */
export const threadTitle = (
  metadata: Readonly<Record<string, unknown>>,
  firstMessage: unknown,
): string | undefined => textOf(metadata['title']) ?? textOf(firstMessage)?.split('\n')[0]
