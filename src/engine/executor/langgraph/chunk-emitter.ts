/** Emits the chunks of LangGraph's stream as events of the LangGraph API and as native events, and keeps the state of the run. */
import { isCheckpointEnvelope } from '@langchain/langgraph'
import type { RunKwargs } from '../../../schema/run-kwargs.js'
import type { RequiredInterrupt } from '../../threads/executor-protocol.js'
import type { GraphTask } from '../node-events.js'
import { isInterruptChunk, type Chunk } from '../loaded-graph.js'
import { getMessages, type GraphExecution } from '../run-graph.js'
import { debugToWire } from './debug-to-wire.js'
import { makeGuardedStream } from './guarded-stream.js'
import { isMessageChunk, makeMessageStream } from './message-stream.js'
import { convertValues } from './serialize-values.js'
import { startTransformers } from './stream-transformers.js'
import { toPlainEvent, toWire } from './to-wire.js'

type StreamedMessage = Parameters<ReturnType<typeof makeMessageStream>['emitMessage']>[0]

export const makeChunkEmitter = (execution: GraphExecution, kwargs: RunKwargs) => {
  const { graph, messages, nodes, observer, emit, guard } = execution
  const isProtocol = kwargs.is_protocol === true
  const requestedModes = new Set<string>(kwargs.is_streamed ? kwargs.stream_mode : [])
  const emitLangGraphEvent = (name: string, data: unknown): void => {
    emit({ type: `lg.${name}`, data: toWire(data) })
  }
  const messageStream = makeMessageStream(
    { asTuples: requestedModes.has('messages-tuple'), asAccumulated: requestedModes.has('messages') },
    emitLangGraphEvent,
    (name, text) => {
      emit({ type: `lg.${name}`, json: { field: 'data', text, length: text.length } })
    },
  )
  // Messages and tool events of subgraphs are emitted even without stream_subgraphs, but then without a namespace.
  const toSuffix = (namespace: readonly string[]): string =>
    kwargs.stream_subgraphs ? toNamespaceSuffix(namespace) : ''
  const guardedStream =
    guard &&
    makeGuardedStream({
      requestedModes,
      emit: emitLangGraphEvent,
      messageStream,
      toNamespaceSuffix: toSuffix,
    })
  observer.listener = guardedStream?.listener

  const emitCustomValue = async (value: unknown, namespace: readonly string[]): Promise<void> => {
    const checkedValue = guard === undefined ? value : await guard.checkCustomValue(toWire(value))
    emitLangGraphEvent(`custom${toNamespaceSuffix(namespace)}`, checkedValue)
  }
  const transformers = isProtocol ? startTransformers(graph, emitCustomValue) : undefined
  observer.readsTextChunks = transformers === undefined

  let values: unknown
  let interrupts: RequiredInterrupt[] | undefined
  const interruptsByTask: Record<string, unknown[]> = {}

  const recordState = ([namespace, mode, content]: Chunk): void => {
    const isRoot = namespace.length === 0
    if (mode === 'tasks') {
      nodes.onTask(namespace, toPlainEvent(content) as GraphTask)
      guardedStream?.onTask(namespace, content as GraphTask)
      if (isRoot) recordInterrupts(interruptsByTask, content as GraphTask)
    }
    if (mode !== 'values' || !isRoot) return
    if (isInterruptChunk(content)) {
      interrupts = [...(interrupts ?? []), ...content.__interrupt__]
      return
    }
    const stateMessages = getMessages((values = content))
    messages.recordNew(stateMessages)
    messageStream.emitComplete(stateMessages)
  }

  const shouldEmit = (mode: string, isAddedCheckpoint: boolean): boolean =>
    isAddedCheckpoint
      ? hasAddedCheckpoints(kwargs, requestedModes) && !requestedModes.has(mode)
      : requestedModes.has(mode)

  const onChunk = async (chunk: Chunk): Promise<void> => {
    const [namespace, mode, content] = chunk
    transformers?.push(chunk)
    recordState(chunk)
    if (mode === 'messages') {
      const message = content as StreamedMessage
      if (!isMessageChunk(message[0])) await waitForNode()
      messageStream.emitMessage(message, toSuffix(namespace))
      return
    }
    if (mode === 'tools') {
      emitLangGraphEvent(`tools${toSuffix(namespace)}`, content)
      return
    }
    const isAddedCheckpoint = mode === 'checkpoints' && isCheckpointEnvelope(content)
    if (!shouldEmit(mode, isAddedCheckpoint)) return
    if (namespace.length > 0 && !kwargs.stream_subgraphs) return
    if (mode === 'custom') await emitCustomValue(content, namespace)
    else if (mode === 'values' && namespace.length === 0)
      emit({ type: 'lg.values', data: convertValues(content, execution) })
    else
      emitLangGraphEvent(
        `${mode}${toNamespaceSuffix(namespace)}`,
        isAddedCheckpoint ? content : debugToWire(mode, content),
      )
  }

  return {
    requestedModes,
    emitLangGraphEvent,
    onChunk,
    /** Emits what is still to come after the last chunk. */
    end: (error?: unknown): Promise<void> => transformers?.end(error) ?? Promise.resolve(),
    getState: () => ({ values, interrupts, interruptsByTask }),
  }
}

/** LangGraph can add the IDs of checkpoints to the values. They are not the mode `checkpoints`. */
export const hasAddedCheckpoints = (
  { is_protocol, stream_subgraphs }: RunKwargs,
  requestedModes: ReadonlySet<string>,
): boolean =>
  is_protocol === true ||
  (stream_subgraphs && (requestedModes.has('values') || requestedModes.has('messages')))

/** Agents set the name of a message after the model has returned it, so a whole message is emitted a turn later. */
const waitForNode = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const toNamespaceSuffix = (namespace: readonly string[]): string =>
  namespace.map((segment) => `|${segment}`).join('')

/** A resumed task runs again with the same ID, so its earlier interrupts are removed. */
const recordInterrupts = (interruptsByTask: Record<string, unknown[]>, task: GraphTask): void => {
  if (!('result' in task)) return
  const { interrupts = [] } = task
  // oxlint-disable-next-line typescript/no-dynamic-delete -- ids of tasks
  if (interrupts.length === 0) delete interruptsByTask[task.id]
  else interruptsByTask[task.id] = interrupts
}
