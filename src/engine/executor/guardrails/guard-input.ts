/**
 * Checks the input of a run before the graph starts: its `input`, the messages posted to the thread since the last run,
 * and resume values. The graph gets the filtered values. The stored run and messages are overwritten with scrubbed
 * values, so blocked or redacted text does not stay in the database.
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
  /** Set if a rule redirects: the reply to use as the output of the run instead of executing the graph. */
  redirectReply: string | undefined
  replacements: StoredInput
}

export const guardInput = async (guard: RunGuard, start: StartRun): Promise<GuardedInput> => {
  // When an execution continues from a checkpoint of this run, its input was already checked and is part of the state.
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

/** Checks values that are written to a thread's state without a run. Throws if a rule blocks one of them. */
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

/** Collects the texts of the kwargs that become part of the state. */
const collectKwargsTexts = (kwargs: RunKwargs | null): string[] => {
  const { input, command: { update, resume } = {} } = kwargs ?? {}
  return [...[input, update].flatMap(collectTexts), ...collectStrings(dropToolOutputs({ resume }))]
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the same object if nothing changes. */
const mapKwargs = (kwargs: RunKwargs, change: <T>(value: T) => T): RunKwargs => {
  const [input, command] = [change(kwargs.input), change(kwargs.command)]
  if (input === kwargs.input && command === kwargs.command) return kwargs
  return { ...kwargs, input, ...(command !== undefined && { command }) }
}

const collectTexts = (value: unknown): string[] =>
  isRecord(value) ? collectInputTexts(value) : collectStrings(value)

/** A message is one text, even if its content has several parts. Every other string is a text of its own. */
const collectInputTexts = ({ messages, ...rest }: JsonObject): string[] => [
  ...(Array.isArray(messages) ? messages : [messages]).flatMap(collectMessageTexts),
  ...collectStrings(rest),
]

/** Accepts messages in all forms that LangChain and OpenAI use: string, `[role, content]`, object, serialized object. */
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

/** Tool outputs are checked later, at the stage `tool_result`. */
const dropToolOutputs = (resume: JsonObject | null): unknown[] =>
  Object.values(resume ?? {}).filter(
    (resumeValue) =>
      typeof resumeValue !== 'object' || resumeValue === null || !('tool_outputs' in resumeValue),
  )

/** Replaces blocked texts. A message with several parts is blocked as a whole, so its part list is replaced, too. */
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
