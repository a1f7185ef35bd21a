/**
 * The stored events of a run as events of the agent streaming protocol. It reads them from the first to the last, because what
 * one means may depend on those before it, and makes the same of them whoever reads.
 */
import { isOfDialect, nameInDialect, type RunEvent } from '../../events/run-event.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { makeAgentTree, type Task } from './agent-tree.js'
import type { WireMessage } from './message-blocks.js'
import { makeMessageEvents } from './message-events.js'
import { MOST_TOLD, seqOf, toProtocolEvent, type ProtocolEvent, type Told } from './protocol-event.js'
import { toolEvent } from './tool-event.js'

interface Asked {
  id?: unknown
  value?: unknown
}

interface Stored {
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

/** `ordinal`: which run of its thread it is. */
export const makeRunConverter = (ordinal: number, graphName: string): RunConverter => {
  const agents = makeAgentTree(graphName)
  const messages = makeMessageEvents()
  const asked = new Set<string>()

  const requests = (namespace: readonly string[], open: unknown): Told[] =>
    (Array.isArray(open) ? (open as Asked[]) : []).flatMap(({ id, value }) => {
      if (typeof id !== 'string' || asked.has(id)) return []
      asked.add(id)
      return [{ method: 'input.requested', namespace, data: { interrupt_id: id, payload: value } }]
    })

  const valuesOf = (namespace: readonly string[], data: unknown): Told[] => {
    if (typeof data !== 'object' || data === null) return [{ method: 'values', namespace, data }]
    const { [INTERRUPT]: open, ...values } = data as JsonObject
    const isEmpty = Object.keys(values).length === 0
    return [...requests(namespace, open), ...(isEmpty ? [] : [{ method: 'values', namespace, data: values }])]
  }

  const updatesOf = (namespace: readonly string[], data: unknown): Told[] =>
    Object.entries((data ?? {}) as JsonObject).flatMap(([node, change]) => {
      if (node === INTERRUPT) return requests(namespace, change)
      const values = typeof change === 'object' && change !== null ? change : { value: change }
      return [{ method: 'updates', namespace, node, data: { node, values } }]
    })

  const tasksOf = (namespace: readonly string[], task: Task): Told[] => {
    const told: Told = { method: 'tasks', namespace, data: task }
    if (!('result' in task) && !('error' in task)) {
      agents.noteTask(namespace, task)
      return [...agents.reach(namespace), told]
    }
    const place = [...namespace, `${task.name ?? ''}:${task.id ?? ''}`]
    return [...messages.endBelow(place), told, ...agents.endTask(namespace, task)]
  }

  const messageOf = (data: unknown): Told[] => {
    const [message, metadata] = (Array.isArray(data) ? data : []) as [WireMessage?, JsonObject?]
    if (message === undefined || metadata === undefined) return []
    return messages.hear(message, metadata).flatMap((told) => [...agents.reach(told.namespace), told])
  }

  const ofDialect = (name: string, data: unknown): Told[] => {
    const [mode = '', ...namespace] = name.split('|')
    const here = (told: Told[]): Told[] => [...agents.reach(namespace), ...told]
    switch (mode) {
      case 'values':
        return here(valuesOf(namespace, data))
      case 'updates':
        return here(updatesOf(namespace, data))
      case 'messages':
        return messageOf(data)
      case 'tools':
        return here([{ method: 'tools', namespace, data: toolEvent(data as JsonObject) }])
      case 'tasks':
        return tasksOf(namespace, data as Task)
      case 'checkpoints':
        // In other runs this is the whole state, which has no place here.
        return isEnvelope(data) ? here([{ method: 'checkpoints', namespace, data }]) : []
      case 'custom':
        return here([{ method: 'custom', namespace, data: isNamed(data) ? data : { payload: data } }])
      default:
        return []
    }
  }

  const ofRun = (type: string, stored: Stored): Told[] => {
    switch (type) {
      case 'run.started':
        return agents.root('running')
      case 'run.requires_action':
        return agents.root('interrupted')
      case 'run.completed': {
        const open = requests([], stored.output?.[INTERRUPT])
        return [
          ...messages.endBelow([]),
          ...open,
          ...agents.root(asked.size > 0 ? 'interrupted' : 'completed'),
        ]
      }
      case 'run.cancelled':
        return [...messages.endBelow([]), ...agents.root('interrupted')]
      case 'run.failed': {
        const message = stored.error?.message ?? 'the run failed'
        return [...messages.failAll(message), ...agents.root('failed', message)]
      }
      default:
        return []
    }
  }

  return {
    convert({ seq, type, text }) {
      const isLg = isOfDialect(type)
      if (!isLg && !type.startsWith('run.')) return []
      const stored = JSON.parse(text) as Stored
      // An event that was too large to be kept says so instead of what it was.
      if (isLg && stored.data === undefined) return []
      const told = isLg ? ofDialect(nameInDialect(type), stored.data) : ofRun(type, stored)
      const at = Date.parse(stored.timestamp)
      return told
        .slice(0, MOST_TOLD)
        .map((one, place) => toProtocolEvent(one, seqOf(ordinal, seq, place), at))
    },
    tree: () => agents.tree(),
  }
}

const isEnvelope = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && typeof (data as JsonObject)['id'] === 'string'

const isNamed = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data) && 'name' in data

/** For who follows a thread. */
export const tellProtocol = (run: Row<'runs'>, graphName: string): RunConverter['convert'] =>
  makeRunConverter(run.ordinal ?? 0, graphName).convert
