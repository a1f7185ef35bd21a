/**
 * The stream modes `messages`, `tools` and `events` of a run with guardrails. LangGraph's own modes emit tokens and results before a
 * guardrail could check them, so these events are built from the observer, which only passes on checked output.
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
  /** Returns the suffix of the event name for a namespace. */
  toNamespaceSuffix: (namespace: readonly string[]) => string
}

export interface GuardedStream {
  listener: CallListener
  /** Called when a node starts or ends; its result has been checked by the guardrails. */
  onTask(namespace: string[], task: GraphTask & { input?: unknown }): void
}

export const makeGuardedStream = ({
  requestedModes,
  emit,
  messageStream,
  toNamespaceSuffix,
}: Options): GuardedStream => {
  const calls = new Map<string, CallDetails>()
  /** IDs of messages that were emitted, or that were part of an input. */
  const emittedIds = new Set<string>()

  const emitStreamEvent = (name: string, call: CallDetails, data: unknown): void => {
    if (requestedModes.has('events')) emit('events', { event: name, ...call, data })
  }

  const emitChunk = (call: CallDetails, chunk: AIMessageChunk): void => {
    if (chunk.id !== undefined) emittedIds.add(chunk.id)
    messageStream.emitMessage([chunk, call.metadata], toNamespaceSuffix(namespaceFrom(call.metadata)))
    emitStreamEvent('on_chat_model_stream', call, { chunk })
  }

  const listener: CallListener = {
    onModelStart(call) {
      calls.set(call.run_id, call)
      emitStreamEvent('on_chat_model_start', call, {})
    },
    onModelToken(runId, text, messageId) {
      const call = calls.get(runId)
      if (call !== undefined)
        emitChunk(call, new AIMessageChunk({ id: messageId ?? `run-${runId}`, content: text }))
    },
    onModelEnd(runId, message) {
      const call = calls.get(runId)
      calls.delete(runId)
      if (call === undefined || message === undefined) return
      emitChunk(call, lastChunk(message, runId))
      emitStreamEvent('on_chat_model_end', call, { output: message })
    },
    onToolStart(call, toolCallId, input) {
      calls.set(call.run_id, { ...call, metadata: { ...call.metadata, toolCallId } })
      if (requestedModes.has('tools'))
        emit('tools', { event: 'on_tool_start', toolCallId, name: call.name, input })
      emitStreamEvent('on_tool_start', call, { input })
    },
    onToolEnd(runId, result) {
      const call = calls.get(runId)
      calls.delete(runId)
      if (call === undefined) return
      const {
        name,
        metadata: { toolCallId, ...metadata },
      } = call
      const kind = 'error' in result ? 'on_tool_error' : 'on_tool_end'
      if (requestedModes.has('tools')) emit('tools', { event: kind, toolCallId, name, ...result })
      emitStreamEvent(kind, { ...call, metadata }, result)
    },
  }

  return {
    listener,
    onTask(namespace, task) {
      const call = { run_id: task.id, name: task.name, tags: [], metadata: { langgraph_node: task.name } }
      if (!('result' in task)) {
        for (const { id } of findMessages(task.input)) if (id !== undefined) emittedIds.add(id)
        emitStreamEvent('on_chain_start', call, { input: task.input })
        return
      }
      emitStreamEvent('on_chain_end', call, { output: task.result })
      for (const message of findMessages(task.result)) {
        if (emittedIds.has(message.id ?? '')) continue
        if (message.id !== undefined) emittedIds.add(message.id)
        const taskNamespace = [...namespace, `${task.name}:${task.id}`]
        messageStream.emitMessage([message, call.metadata], toNamespaceSuffix(taskNamespace))
      }
    },
  }
}

/** The last chunk of a message: the tool calls, which are checked as a whole, and the usage. */
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

/** The namespace of the node. */
const namespaceFrom = ({ langgraph_checkpoint_ns: namespace }: Record<string, unknown>): string[] =>
  typeof namespace === 'string' ? namespace.split('|') : []

const findMessages = (value: unknown): AIMessage[] => {
  if (isMessage(value)) return [value as AIMessage]
  if (Array.isArray(value)) return value.flatMap(findMessages)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return []
  return Object.values(value).flatMap(findMessages)
}
