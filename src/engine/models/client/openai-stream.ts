/** Reads the stream of a chat completion. */
import type { ByteSource } from './byte-source.js'
import { EventMerger, type EventFormat } from './event-merger.js'
import { readServerSentEvents } from './server-sent-events.js'
import { TextChunk } from './text-chunk.js'
import type { TokenListener } from './token-listener.js'

interface ToolCallDelta {
  index?: number
  id?: unknown
  type?: unknown
  function?: { name?: unknown; arguments?: unknown } | null
}

interface Delta {
  role?: string | null
  content?: unknown
  reasoning_content?: unknown
  tool_calls?: ToolCallDelta[] | null
  function_call?: unknown
  audio?: unknown
}

interface Choice {
  index?: number
  delta?: Delta | null
  finish_reason?: string | null
}

export interface CompletionChunk {
  id?: string
  choices?: (Choice | undefined)[] | null
  usage?: object | null
  error?: unknown
}

interface CompletionStreamOptions {
  /** Converts the `error` of an event to the error of the provider's client. */
  toError: (error: object) => Error
  /** If set, chunks are merged: the listener receives each token, and the iterator few chunks that add up to the same message. */
  listener: TokenListener | undefined
  signal: AbortSignal | null | undefined
}

const END_MARKER = '[DONE]'

export async function* readCompletionStream(
  body: ByteSource,
  { toError, listener, signal }: CompletionStreamOptions,
): AsyncGenerator<CompletionChunk | null> {
  const merger = listener && new EventMerger(makeCompletionFormat(), listener)
  let isEnded = false
  for await (const events of readServerSentEvents(body)) {
    for (const { data } of events) {
      if (isEnded || data.startsWith(END_MARKER)) {
        isEnded = true
        continue
      }
      if (signal?.aborted === true) return
      const chunk = JSON.parse(data) as CompletionChunk | null
      if (chunk?.error) throw toError(chunk.error)
      if (merger === undefined || chunk === null) yield chunk
      else yield* merger.add(chunk)
    }
  }
  if (merger !== undefined) yield* merger.take()
}

/** Text, reasoning and fragments of the arguments of a tool call are merged. */
const makeCompletionFormat = (): EventFormat<CompletionChunk> => {
  let role: string | undefined
  return {
    toToken: (chunk) => {
      role = chunk.choices?.[0]?.delta?.role ?? role
      const delta = getPlainDelta(chunk)
      if (role !== 'assistant' || delta === undefined) return undefined
      const hasToolCall = (delta.tool_calls?.length ?? 0) > 0
      return { text: (delta.content ?? '') as string, hasToolCall, messageId: chunk.id }
    },
    toTextChunk: (chunk, runId) => {
      const { content, tool_calls, reasoning_content } = chunk.choices?.[0]?.delta ?? {}
      if (tool_calls || reasoning_content !== undefined) return undefined
      const text = (content ?? '') as string
      return new TextChunk({ content: text, response_metadata: TEXT_METADATA }, chunk.id ?? `run-${runId}`)
    },
    merge,
  }
}

/** What LangChain puts into each chunk. */
const TEXT_METADATA = { model_provider: 'openai', usage: {} }

/** Appends `chunk` to `pending` and returns true, if the two chunks differ in nothing but their text. */
const merge = (pending: CompletionChunk, chunk: CompletionChunk): boolean => {
  const first = getPlainDelta(pending)
  const second = getPlainDelta(chunk)
  if (first === undefined || second === undefined) return false
  if (pending.id !== chunk.id || pending.choices?.[0]?.index !== chunk.choices?.[0]?.index) return false
  if (second.role != null && second.role !== first.role) return false
  if (!isSameKind(first.reasoning_content, second.reasoning_content)) return false
  if (!mergeToolCalls(first.tool_calls, second.tool_calls)) return false
  first.content = ((first.content ?? '') as string) + ((second.content ?? '') as string)
  if (typeof second.reasoning_content === 'string')
    first.reasoning_content = (first.reasoning_content as string) + second.reasoning_content
  return true
}

/** Returns undefined if the chunk contains anything else than text, reasoning and tool calls. */
const getPlainDelta = ({ choices, usage }: CompletionChunk): Delta | undefined => {
  const choice = choices?.[0]
  const delta = choice?.delta
  if (!delta || choice.finish_reason != null || usage) return undefined
  if (delta.function_call || delta.audio) return undefined
  const { content, reasoning_content } = delta
  const isText = content === undefined || content === null || typeof content === 'string'
  if (delta.tool_calls && !Array.isArray(delta.tool_calls)) return undefined
  return isText && (reasoning_content == null || typeof reasoning_content === 'string') ? delta : undefined
}

const isSameKind = (first: unknown, second: unknown): boolean =>
  typeof first === typeof second && (first === null) === (second === null)

/** Returns false if the two cannot be merged. Lists without an entry are merged, because some servers send one in each chunk. */
const mergeToolCalls = (first: Delta['tool_calls'], second: Delta['tool_calls']): boolean => {
  if (!first || !second) return !first === !second
  if (first.length === 0 && second.length === 0) return true
  const firstCall = getArgumentsFragment(first)
  const secondCall = getArgumentsFragment(second)
  if (firstCall === undefined || secondCall === undefined) return false
  if (firstCall.index !== secondCall.index || !hasSameKeys(firstCall, secondCall)) return false
  if (!hasSameKeys(firstCall.function, secondCall.function)) return false
  firstCall.function.arguments += secondCall.function.arguments
  return true
}

interface ArgumentsFragment {
  index: number
  function: { arguments: string }
}

/** Returns undefined if the calls are not exactly one part of the arguments of one call. */
const getArgumentsFragment = (calls: ToolCallDelta[]): ArgumentsFragment | undefined => {
  const [call] = calls
  if (call === undefined || calls.length !== 1 || typeof call.index !== 'number') return undefined
  const { index: _, function: fn, ...others } = call
  const { arguments: fragment, ...otherFields } = fn ?? {}
  const isFragment = typeof fragment === 'string' && hasOnlyNulls(others) && hasOnlyNulls(otherFields)
  return isFragment ? (call as ArgumentsFragment) : undefined
}

const hasOnlyNulls = (fields: object): boolean => Object.values(fields).every((value) => value === null)

const hasSameKeys = (first: object, second: object): boolean =>
  Object.keys(first).join() === Object.keys(second).join()
