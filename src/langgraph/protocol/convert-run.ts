/**
 * Converts the stored events of a run to events of the agent streaming protocol. The converter reads all events from the first one,
 * because the meaning of an event may depend on earlier ones. The result is the same for every reader.
 */
import { isLangGraphEvent, langGraphEventName, type RunEvent } from '../../events/run-event.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { makeAgentTree, type Task } from './agent-tree.js'
import type { WireMessage } from './message-blocks.js'
import { makeMessageEvents } from './message-events.js'
import {
  MAX_EVENTS_PER_STORED_EVENT,
  toThreadSeq,
  toProtocolEvent,
  type ProtocolEvent,
  type ProtocolEventBody,
} from './protocol-event.js'
import { toToolEvent } from './tool-event.js'

interface Interrupt {
  id?: unknown
  value?: unknown
}

interface StoredEvent {
  timestamp: string
  data?: unknown
  output?: { __interrupt__?: unknown[] }
  error?: { message?: string }
}

const INTERRUPT = '__interrupt__'

export interface RunConverter {
  convert: (event: RunEvent) => ProtocolEvent[]
  tree: ReturnType<typeof makeAgentTree>['tree']
}

/** `ordinal` is the position of the run in its thread. */
export const makeRunConverter = (ordinal: number, graphName: string): RunConverter => {
  const agents = makeAgentTree(graphName)
  const messages = makeMessageEvents()
  const requestedInterrupts = new Set<string>()

  const toInputRequests = (namespace: readonly string[], interrupts: unknown): ProtocolEventBody[] =>
    (Array.isArray(interrupts) ? (interrupts as Interrupt[]) : []).flatMap(({ id, value }) => {
      if (typeof id !== 'string' || requestedInterrupts.has(id)) return []
      requestedInterrupts.add(id)
      return [{ method: 'input.requested', namespace, data: { interrupt_id: id, payload: value } }]
    })

  const convertValues = (namespace: readonly string[], data: unknown): ProtocolEventBody[] => {
    if (typeof data !== 'object' || data === null) return [{ method: 'values', namespace, data }]
    const { [INTERRUPT]: interrupts, ...values } = data as JsonObject
    const isEmpty = Object.keys(values).length === 0
    return [
      ...toInputRequests(namespace, interrupts),
      ...(isEmpty ? [] : [{ method: 'values', namespace, data: values }]),
    ]
  }

  const convertUpdates = (namespace: readonly string[], data: unknown): ProtocolEventBody[] =>
    Object.entries((data ?? {}) as JsonObject).flatMap(([node, change]) => {
      if (node === INTERRUPT) return toInputRequests(namespace, change)
      const values = typeof change === 'object' && change !== null ? change : { value: change }
      return [{ method: 'updates', namespace, node, data: { node, values } }]
    })

  const convertTask = (namespace: readonly string[], task: Task): ProtocolEventBody[] => {
    const taskEvent: ProtocolEventBody = { method: 'tasks', namespace, data: task }
    if (!('result' in task) && !('error' in task)) {
      agents.recordTask(namespace, task)
      return [...agents.ensureStarted(namespace), taskEvent]
    }
    const taskNamespace = [...namespace, `${task.name ?? ''}:${task.id ?? ''}`]
    return [...messages.finishBelow(taskNamespace), taskEvent, ...agents.endTask(namespace, task)]
  }

  const convertMessage = (data: unknown): ProtocolEventBody[] => {
    const [message, metadata] = (Array.isArray(data) ? data : []) as [WireMessage?, JsonObject?]
    if (message === undefined || metadata === undefined) return []
    return messages
      .addMessage(message, metadata)
      .flatMap((event) => [...agents.ensureStarted(event.namespace), event])
  }

  const convertLangGraphEvent = (name: string, data: unknown): ProtocolEventBody[] => {
    const [mode = '', ...namespace] = name.split('|')
    const withAgents = (events: ProtocolEventBody[]): ProtocolEventBody[] => [
      ...agents.ensureStarted(namespace),
      ...events,
    ]
    switch (mode) {
      case 'values':
        return withAgents(convertValues(namespace, data))
      case 'updates':
        return withAgents(convertUpdates(namespace, data))
      case 'messages':
        return convertMessage(data)
      case 'tools':
        return withAgents([{ method: 'tools', namespace, data: toToolEvent(data as JsonObject) }])
      case 'tasks':
        return convertTask(namespace, data as Task)
      case 'checkpoints':
        // Runs that were not created by the protocol store the whole state here, which the protocol does not send.
        return isCheckpointEnvelope(data) ? withAgents([{ method: 'checkpoints', namespace, data }]) : []
      case 'custom':
        return withAgents([{ method: 'custom', namespace, data: isNamed(data) ? data : { payload: data } }])
      default:
        return []
    }
  }

  const convertRunEvent = (type: string, stored: StoredEvent): ProtocolEventBody[] => {
    switch (type) {
      case 'run.started':
        return agents.setRootStatus('running')
      case 'run.requires_action':
        return agents.setRootStatus('interrupted')
      case 'run.completed': {
        const interrupts = toInputRequests([], stored.output?.[INTERRUPT])
        return [
          ...messages.finishBelow([]),
          ...interrupts,
          ...agents.setRootStatus(requestedInterrupts.size > 0 ? 'interrupted' : 'completed'),
        ]
      }
      case 'run.cancelled':
        return [...messages.finishBelow([]), ...agents.setRootStatus('interrupted')]
      case 'run.failed': {
        const message = stored.error?.message ?? 'The run failed'
        return [...messages.failAll(message), ...agents.setRootStatus('failed', message)]
      }
      default:
        return []
    }
  }

  return {
    convert({ seq, type, text }) {
      const isLangGraph = isLangGraphEvent(type)
      if (!isLangGraph && !type.startsWith('run.')) return []
      const stored = JSON.parse(text) as StoredEvent
      // An event that was too large to store has no data.
      if (isLangGraph && stored.data === undefined) return []
      const bodies = isLangGraph
        ? convertLangGraphEvent(langGraphEventName(type), stored.data)
        : convertRunEvent(type, stored)
      const timestamp = Date.parse(stored.timestamp)
      return bodies
        .slice(0, MAX_EVENTS_PER_STORED_EVENT)
        .map((body, index) => toProtocolEvent(body, toThreadSeq(ordinal, seq, index), timestamp))
    },
    tree: () => agents.tree(),
  }
}

const isCheckpointEnvelope = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && typeof (data as JsonObject)['id'] === 'string'

const isNamed = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data) && 'name' in data

/** The converter that ThreadTail uses for each run. */
export const makeProtocolConverter = (run: Row<'runs'>, graphName: string): RunConverter['convert'] =>
  makeRunConverter(run.ordinal ?? 0, graphName).convert
