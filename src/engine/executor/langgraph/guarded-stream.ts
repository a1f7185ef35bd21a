/**
 * What models and tools say, for the stream modes `messages`, `tools` and `events` of a run under guardrails. LangGraph's own
 * modes tell of a token or of a result when it comes, before any rule could look at it; here it comes from our observer, which
 * lets out what the rules leave of it.
 */
import { AIMessageChunk, type AIMessage } from '@langchain/core/messages'
import type { GraphTask } from '../node-events.js'
import type { CallDetails, CallListener } from '../observer.js'
import { isMessage } from '../message-format.js'
import type { MessageStream } from './message-stream.js'

interface Options {
  requestedModes: ReadonlySet<string>
  emit: (name: string, data: unknown) => void
  messageStream: MessageStream
  /** How the end of an event's name says where in nested graphs it happens. */
  toNamespaceSuffix: (places: readonly string[]) => string
}

export interface GuardedStream {
  listener: CallListener
  /** Of a node; what it returns was looked at. */
  onTask(places: string[], task: GraphTask & { input?: unknown }): void
}

export const makeGuardedStream = ({
  requestedModes,
  emit,
  messageStream,
  toNamespaceSuffix,
}: Options): GuardedStream => {
  const calls = new Map<string, CallDetails>()
  /** The messages that were told, or that were there before. */
  const emittedIds = new Set<string>()

  const event = (name: string, about: CallDetails, data: unknown): void => {
    if (requestedModes.has('events')) emit('events', { event: name, ...about, data })
  }

  const emitChunk = (about: CallDetails, chunk: AIMessageChunk): void => {
    if (chunk.id !== undefined) emittedIds.add(chunk.id)
    messageStream.emitMessage([chunk, about.metadata], toNamespaceSuffix(namespaceFrom(about.metadata)))
    event('on_chat_model_stream', about, { chunk })
  }

  const listener: CallListener = {
    onModelStart(about) {
      calls.set(about.run_id, about)
      event('on_chat_model_start', about, {})
    },
    onModelToken(runId, text, messageId) {
      const about = calls.get(runId)
      if (about !== undefined)
        emitChunk(about, new AIMessageChunk({ id: messageId ?? `run-${runId}`, content: text }))
    },
    onModelEnd(runId, message) {
      const about = calls.get(runId)
      calls.delete(runId)
      if (about === undefined || message === undefined) return
      emitChunk(about, lastChunk(message, runId))
      event('on_chat_model_end', about, { output: message })
    },
    onToolStart(about, toolCallId, input) {
      calls.set(about.run_id, { ...about, metadata: { ...about.metadata, toolCallId } })
      if (requestedModes.has('tools'))
        emit('tools', { event: 'on_tool_start', toolCallId, name: about.name, input })
      event('on_tool_start', about, { input })
    },
    onToolEnd(runId, result) {
      const about = calls.get(runId)
      calls.delete(runId)
      if (about === undefined) return
      const {
        name,
        metadata: { toolCallId, ...metadata },
      } = about
      const kind = 'error' in result ? 'on_tool_error' : 'on_tool_end'
      if (requestedModes.has('tools')) emit('tools', { event: kind, toolCallId, name, ...result })
      event(kind, { ...about, metadata }, result)
    },
  }

  return {
    listener,
    onTask(places, task) {
      const about = { run_id: task.id, name: task.name, tags: [], metadata: { langgraph_node: task.name } }
      if (!('result' in task)) {
        for (const { id } of findMessages(task.input)) if (id !== undefined) emittedIds.add(id)
        event('on_chain_start', about, { input: task.input })
        return
      }
      event('on_chain_end', about, { output: task.result })
      for (const message of findMessages(task.result)) {
        if (emittedIds.has(message.id ?? '')) continue
        if (message.id !== undefined) emittedIds.add(message.id)
        messageStream.emitMessage([message, about.metadata], toNamespaceSuffix(places))
      }
    },
  }
}

/** What only the end of an answer tells: its calls, which were looked at as a whole, and its cost. */
const lastChunk = ({ id, tool_calls = [], ...message }: AIMessage, runId: string): AIMessageChunk => {
  const chunk = new AIMessageChunk({ id: id ?? `run-${runId}`, content: '' })
  chunk.response_metadata = message.response_metadata
  chunk.usage_metadata = message.usage_metadata
  chunk.tool_call_chunks = tool_calls.map(({ name, args, id: call }, index) => ({
    type: 'tool_call_chunk',
    index,
    name,
    args: JSON.stringify(args),
    id: call ?? '',
  }))
  return chunk
}

/** Without the node itself. */
const namespaceFrom = ({ langgraph_checkpoint_ns: place }: Record<string, unknown>): string[] =>
  typeof place === 'string' ? place.split('|').slice(0, -1) : []

const findMessages = (value: unknown): AIMessage[] => {
  if (isMessage(value)) return [value as AIMessage]
  if (Array.isArray(value)) return value.flatMap(findMessages)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return []
  return Object.values(value).flatMap(findMessages)
}
