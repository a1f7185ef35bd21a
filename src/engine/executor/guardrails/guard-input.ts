/**
 * What a run is given, looked at before the graph starts: its input, the messages posted to its thread since the last
 * run, and what a person answered. What goes on is what the rules leave of it, and the record of the run holds no more.
 */
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs } from '../../../schema/run-kwargs.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import type { Kept } from '../event-buffer.js'
import { textOf } from '../message-format.js'
import { BLOCKED } from './scrub.js'
import type { RunGuard } from './run-guard.js'

export interface GuardedInput {
  start: StartRun
  /** With `redirect`: the answer instead of the graph's. */
  redirect: string | undefined
  kept: Kept
}

export const guardInput = async (guard: RunGuard, start: StartRun): Promise<GuardedInput> => {
  // A run that goes on has its input in its state already.
  const isTaken = start.checkpoint?.row.run_id === start.run_id
  const given = isTaken
    ? { input: null, messages: [], resume: start.resume, kwargs: null }
    : { input: start.input, messages: start.messages, resume: null, kwargs: start.kwargs }
  const texts = new Set([
    ...given.messages.map(({ content }) => textOf(content)),
    ...textsOfInput(given.input ?? {}),
    ...leavesOf(withoutToolOutputs(given.resume)),
    ...textsOfKwargs(given.kwargs),
  ])
  const { blocked, redirect } = await lookAt(guard, texts)
  const goesOn = <T>(value: T): T => guard.filtered(value, 'input')
  const mayStay = <T>(value: T): T => {
    const open = withoutBlocked(value, blocked) as T
    return guard.clean?.value(open) ?? open
  }
  const changedInput = given.input === null ? null : mayStay(given.input)
  const changedKwargs = given.kwargs === null ? null : changed(given.kwargs, mayStay)
  return {
    start: {
      ...start,
      input: goesOn(start.input),
      messages: start.messages.map((message) => ({ ...message, content: goesOn(message.content) })),
      resume: goesOn(start.resume),
      kwargs: start.kwargs && changed(start.kwargs, goesOn),
    },
    redirect,
    kept: {
      ...(changedInput !== null && changedInput !== given.input && { input: changedInput }),
      ...(changedKwargs !== null && changedKwargs !== given.kwargs && { kwargs: changedKwargs }),
      messages: given.messages.flatMap(({ id, content }) => {
        const allowed = mayStay(content)
        return allowed === content ? [] : [{ id, content: allowed }]
      }),
    },
  }
}

/** Values that become part of a state without a run; those that a rule blocks throw. */
export const guardValues = async <T>(guard: RunGuard, values: T): Promise<T> => {
  await lookAt(guard, new Set(textsOf(values)))
  guard.throwIfBlocked()
  return guard.filtered(values, 'input')
}

const lookAt = async (
  guard: RunGuard,
  texts: ReadonlySet<string>,
): Promise<{ blocked: ReadonlySet<string>; redirect: string | undefined }> => {
  const blocked = new Set<string>()
  let redirect: string | undefined
  for (const text of texts) {
    if (text.trim() === '') continue
    const verdict = await guard.input(text)
    if (verdict.action === 'block') blocked.add(text)
    if (verdict.action === 'redirect') redirect ??= verdict.text
  }
  return { blocked, redirect }
}

/** What of them becomes part of the state. */
const textsOfKwargs = (kwargs: RunKwargs | null): string[] => {
  const { input, command: { update, resume } = {} } = kwargs ?? {}
  return [...[input, update].flatMap(textsOf), ...leavesOf(withoutToolOutputs({ resume }))]
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same where nothing changes. */
const changed = (kwargs: RunKwargs, change: <T>(value: T) => T): RunKwargs => {
  const [input, command] = [change(kwargs.input), change(kwargs.command)]
  if (input === kwargs.input && command === kwargs.command) return kwargs
  return { ...kwargs, input, ...(command !== undefined && { command }) }
}

const textsOf = (given: unknown): string[] => (isRecord(given) ? textsOfInput(given) : leavesOf(given))

/** Messages as a whole, however they are cut into parts; everything else text by text. */
const textsOfInput = ({ messages, ...rest }: JsonObject): string[] => [
  ...(Array.isArray(messages) ? messages : [messages]).flatMap(textsOfMessage),
  ...leavesOf(rest),
]

/** In any of the forms that LangChain and OpenAI write them. */
const textsOfMessage = (message: unknown): string[] => {
  if (typeof message === 'string') return [message]
  if (Array.isArray(message)) return leavesOf(message.slice(1))
  const { content, kwargs } = (message ?? {}) as { content?: unknown; kwargs?: { content?: unknown } }
  return [textOf(content ?? kwargs?.content)]
}

const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leavesOf)
}

/** They are looked at as results of tools. */
const withoutToolOutputs = (resume: JsonObject | null): unknown[] =>
  Object.values(resume ?? {}).filter(
    (answer) => typeof answer !== 'object' || answer === null || !('tool_outputs' in answer),
  )

/** A message in parts is blocked as a whole, so its parts are too. */
const withoutBlocked = (value: unknown, blocked: ReadonlySet<string>): unknown => {
  if (blocked.size === 0) return value
  if (typeof value === 'string') return blocked.has(value) ? BLOCKED : value
  if (Array.isArray(value)) {
    const isBlocked = blocked.has(textOf(value))
    return isBlocked ? BLOCKED : value.map((item) => withoutBlocked(item, blocked))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutBlocked(item, blocked)]))
}
