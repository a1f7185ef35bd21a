/**
 * What a run is given, looked at before the graph starts: its input, the messages posted to its thread since the last
 * run, and what a person answered. What goes on is what the rules leave of it, and the record of the run holds no more.
 */
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs } from '../../../schema/run-kwargs.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import type { StoredInput } from '../event-buffer.js'
import { toText } from '../message-format.js'
import { BLOCKED } from './scrub.js'
import type { RunGuard } from './run-guard.js'

export interface GuardedInput {
  start: StartRun
  /** With `redirect`: the answer instead of the graph's. */
  redirectReply: string | undefined
  replacements: StoredInput
}

export const guardInput = async (guard: RunGuard, start: StartRun): Promise<GuardedInput> => {
  // A run that goes on has its input in its state already.
  const isContinuing = start.checkpoint?.row.run_id === start.run_id
  const unchecked = isContinuing
    ? { input: null, messages: [], resume: start.resume, kwargs: null }
    : { input: start.input, messages: start.messages, resume: null, kwargs: start.kwargs }
  const texts = new Set([
    ...unchecked.messages.map(({ content }) => toText(content)),
    ...collectInputTexts(unchecked.input ?? {}),
    ...collectStrings(dropToolOutputs(unchecked.resume)),
    ...collectKwargsTexts(unchecked.kwargs),
  ])
  const { blocked, redirectReply } = await checkTexts(guard, texts)
  const filterForGraph = <T>(value: T): T => guard.filterValue(value, 'input')
  const scrubForStorage = <T>(value: T): T => {
    const unblocked = replaceBlocked(value, blocked) as T
    return guard.scrubber?.value(unblocked) ?? unblocked
  }
  const storedInput = unchecked.input === null ? null : scrubForStorage(unchecked.input)
  const storedKwargs = unchecked.kwargs === null ? null : mapKwargs(unchecked.kwargs, scrubForStorage)
  return {
    start: {
      ...start,
      input: filterForGraph(start.input),
      messages: start.messages.map((message) => ({ ...message, content: filterForGraph(message.content) })),
      resume: filterForGraph(start.resume),
      kwargs: start.kwargs && mapKwargs(start.kwargs, filterForGraph),
    },
    redirectReply,
    replacements: {
      ...(storedInput !== null && storedInput !== unchecked.input && { input: storedInput }),
      ...(storedKwargs !== null && storedKwargs !== unchecked.kwargs && { kwargs: storedKwargs }),
      messages: unchecked.messages.flatMap(({ id, content }) => {
        const allowed = scrubForStorage(content)
        return allowed === content ? [] : [{ id, content: allowed }]
      }),
    },
  }
}

/** Values that become part of a state without a run; those that a rule blocks throw. */
export const guardValues = async <T>(guard: RunGuard, values: T): Promise<T> => {
  await checkTexts(guard, new Set(collectTexts(values)))
  guard.throwIfBlocked()
  return guard.filterValue(values, 'input')
}

const checkTexts = async (
  guard: RunGuard,
  texts: ReadonlySet<string>,
): Promise<{ blocked: ReadonlySet<string>; redirectReply: string | undefined }> => {
  const blocked = new Set<string>()
  let redirectReply: string | undefined
  for (const text of texts) {
    if (text.trim() === '') continue
    const verdict = await guard.checkInput(text)
    if (verdict.action === 'block') blocked.add(text)
    if (verdict.action === 'redirect') redirectReply ??= verdict.text
  }
  return { blocked, redirectReply }
}

/** What of them becomes part of the state. */
const collectKwargsTexts = (kwargs: RunKwargs | null): string[] => {
  const { input, command: { update, resume } = {} } = kwargs ?? {}
  return [...[input, update].flatMap(collectTexts), ...collectStrings(dropToolOutputs({ resume }))]
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same where nothing changes. */
const mapKwargs = (kwargs: RunKwargs, change: <T>(value: T) => T): RunKwargs => {
  const [input, command] = [change(kwargs.input), change(kwargs.command)]
  if (input === kwargs.input && command === kwargs.command) return kwargs
  return { ...kwargs, input, ...(command !== undefined && { command }) }
}

const collectTexts = (value: unknown): string[] =>
  isRecord(value) ? collectInputTexts(value) : collectStrings(value)

/** Messages as a whole, however they are cut into parts; everything else text by text. */
const collectInputTexts = ({ messages, ...rest }: JsonObject): string[] => [
  ...(Array.isArray(messages) ? messages : [messages]).flatMap(collectMessageTexts),
  ...collectStrings(rest),
]

/** In any of the forms that LangChain and OpenAI write them. */
const collectMessageTexts = (message: unknown): string[] => {
  if (typeof message === 'string') return [message]
  if (Array.isArray(message)) return collectStrings(message.slice(1))
  const { content, kwargs } = (message ?? {}) as { content?: unknown; kwargs?: { content?: unknown } }
  return [toText(content ?? kwargs?.content)]
}

const collectStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(collectStrings)
}

/** They are looked at as results of tools. */
const dropToolOutputs = (resume: JsonObject | null): unknown[] =>
  Object.values(resume ?? {}).filter(
    (resumeValue) =>
      typeof resumeValue !== 'object' || resumeValue === null || !('tool_outputs' in resumeValue),
  )

/** A message in parts is blocked as a whole, so its parts are too. */
const replaceBlocked = (value: unknown, blocked: ReadonlySet<string>): unknown => {
  if (blocked.size === 0) return value
  if (typeof value === 'string') return blocked.has(value) ? BLOCKED : value
  if (Array.isArray(value)) {
    const isBlocked = blocked.has(toText(value))
    return isBlocked ? BLOCKED : value.map((item) => replaceBlocked(item, blocked))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceBlocked(item, blocked)]))
}
