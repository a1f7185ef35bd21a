/** The graphs of a run that are under way, within each other, as far as its events show them: who began, and how each ended. */
import type { JsonObject } from '../../schema/common.js'
import { nameOfSegment } from './event-filter.js'
import type { Told } from './protocol-event.js'

export type AgentStatus = 'started' | 'running' | 'completed' | 'failed' | 'interrupted'

export interface AgentTree {
  namespace: readonly string[]
  status: AgentStatus
  graph_name: string
  children?: AgentTree[]
}

interface Agent {
  namespace: readonly string[]
  status: AgentStatus
  graph_name: string
}

export interface Task extends JsonObject {
  id?: string
  name?: string
  input?: unknown
  interrupts?: unknown[]
  metadata?: JsonObject
}

const keyOf = (namespace: readonly string[]): string => namespace.join('|')

export const makeAgentTree = (rootName: string) => {
  const agents = new Map<string, Agent>()
  /** Agents that have a name of their own, by where they are. */
  const names = new Map<string, string>()
  /** The call of a tool that a task carries out, by the task. */
  const calls = new Map<string, string>()

  const tell = (agent: Agent, also: JsonObject = {}): Told => ({
    method: 'lifecycle',
    namespace: agent.namespace,
    data: { event: agent.status, graph_name: agent.graph_name, ...also },
  })

  const begin = (namespace: readonly string[]): Told => {
    const segment = namespace.at(-1) ?? ''
    const name = names.get(keyOf(namespace))
    const agent: Agent = { namespace, status: 'started', graph_name: name ?? nameOfSegment(segment) }
    agents.set(keyOf(namespace), agent)
    const call = name === undefined ? undefined : calls.get(segment.slice(segment.indexOf(':') + 1))
    return tell(agent, call === undefined ? {} : { cause: { type: 'toolCall', tool_call_id: call } })
  }

  const end = (agent: Agent | undefined, status: AgentStatus): Told[] => {
    if (agent?.status !== 'started') return []
    agent.status = status
    return [tell(agent)]
  }

  return {
    /** Something happened there, so that there is somebody. */
    reach(namespace: readonly string[]): Told[] {
      const all = namespace.map((_, index) => namespace.slice(0, index + 1))
      return all.filter((one) => !agents.has(keyOf(one))).map(begin)
    },

    /** A task begins: who it belongs to may have a name, and it may carry out a call. */
    noteTask(namespace: readonly string[], { id, input, metadata }: Task): void {
      const key = keyOf(namespace)
      const name = metadata?.['lc_agent_name']
      if (typeof name === 'string' && name !== '' && !names.has(key)) names.set(key, name)
      const call = callIn(input)
      if (id !== undefined && call !== undefined) calls.set(id, call)
    },

    endTask(namespace: readonly string[], { id = '', name = '', interrupts = [] }: Task): Told[] {
      const agent = agents.get(keyOf([...namespace, `${name}:${id}`]))
      return end(agent, interrupts.length > 0 ? 'interrupted' : 'completed')
    },

    root(status: AgentStatus, error?: string): Told[] {
      const agent: Agent = { namespace: [], status, graph_name: rootName }
      const rest = status === 'running' ? [] : [...agents.values()].flatMap((one) => end(one, status))
      agents.set('', agent)
      return [...rest, tell(agent, error === undefined ? {} : { error })]
    },

    tree(): AgentTree {
      const below = ({ namespace, status, graph_name }: Agent): AgentTree => {
        const children = [...agents.values()]
          .filter(
            (one) =>
              one.namespace.length === namespace.length + 1 &&
              namespace.every((segment, index) => one.namespace[index] === segment),
          )
          .map(below)
        return { namespace, status, graph_name, ...(children.length > 0 && { children }) }
      }
      return below(agents.get('') ?? { namespace: [], status: 'started', graph_name: rootName })
    },
  }
}

/** A task of a node of tools is given the call, or a list of calls. */
const callIn = (input: unknown): string | undefined => {
  const { tool_call } = (input ?? {}) as { tool_call?: { id?: unknown } }
  const calls = Array.isArray(input) ? (input as ({ id?: unknown } | null)[]) : [tool_call]
  return calls.map((call) => call?.id).find((one) => typeof one === 'string')
}
