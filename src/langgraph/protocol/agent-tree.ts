/** Tracks the nested graphs of a run from its events: which graphs have started, and how each one ended. */
import type { JsonObject } from '../../schema/common.js'
import { nodeNameFrom } from './event-filter.js'
import type { ProtocolEventBody } from './protocol-event.js'

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

const toKey = (namespace: readonly string[]): string => namespace.join('|')

export const makeAgentTree = (rootName: string) => {
  const agents = new Map<string, Agent>()
  /** Names that agents gave themselves, by namespace. */
  const agentNames = new Map<string, string>()
  /** The tool call that a task executes, by task ID. */
  const toolCallByTask = new Map<string, string>()

  const toLifecycleEvent = (agent: Agent, details: JsonObject = {}): ProtocolEventBody => ({
    method: 'lifecycle',
    namespace: agent.namespace,
    data: { event: agent.status, graph_name: agent.graph_name, ...details },
  })

  const startAgent = (namespace: readonly string[]): ProtocolEventBody => {
    const segment = namespace.at(-1) ?? ''
    const name = agentNames.get(toKey(namespace))
    const agent: Agent = { namespace, status: 'started', graph_name: name ?? nodeNameFrom(segment) }
    agents.set(toKey(namespace), agent)
    const call = name === undefined ? undefined : toolCallByTask.get(segment.slice(segment.indexOf(':') + 1))
    return toLifecycleEvent(
      agent,
      call === undefined ? {} : { cause: { type: 'toolCall', tool_call_id: call } },
    )
  }

  const endAgent = (agent: Agent | undefined, status: AgentStatus): ProtocolEventBody[] => {
    if (agent?.status !== 'started') return []
    agent.status = status
    return [toLifecycleEvent(agent)]
  }

  return {
    /** Starts the agents of the namespace and its ancestors that have not started yet, because an event occurred there. */
    ensureStarted(namespace: readonly string[]): ProtocolEventBody[] {
      const ancestors = namespace.map((_, index) => namespace.slice(0, index + 1))
      return ancestors.filter((ancestor) => !agents.has(toKey(ancestor))).map(startAgent)
    },

    /** Records the agent name and the tool call of a task that starts. */
    recordTask(namespace: readonly string[], { id, input, metadata }: Task): void {
      const key = toKey(namespace)
      const name = metadata?.['lc_agent_name']
      if (typeof name === 'string' && name !== '' && !agentNames.has(key)) agentNames.set(key, name)
      const call = findToolCallId(input)
      if (id !== undefined && call !== undefined) toolCallByTask.set(id, call)
    },

    endTask(
      namespace: readonly string[],
      { id = '', name = '', interrupts = [] }: Task,
    ): ProtocolEventBody[] {
      const agent = agents.get(toKey([...namespace, `${name}:${id}`]))
      return endAgent(agent, interrupts.length > 0 ? 'interrupted' : 'completed')
    },

    setRootStatus(status: AgentStatus, error?: string): ProtocolEventBody[] {
      const agent: Agent = { namespace: [], status, graph_name: rootName }
      const endedAgents =
        status === 'running' ? [] : [...agents.values()].flatMap((openAgent) => endAgent(openAgent, status))
      agents.set('', agent)
      return [...endedAgents, toLifecycleEvent(agent, error === undefined ? {} : { error })]
    },

    tree(): AgentTree {
      const toTree = ({ namespace, status, graph_name }: Agent): AgentTree => {
        const children = [...agents.values()]
          .filter(
            (child) =>
              child.namespace.length === namespace.length + 1 &&
              namespace.every((segment, index) => child.namespace[index] === segment),
          )
          .map(toTree)
        return { namespace, status, graph_name, ...(children.length > 0 && { children }) }
      }
      return toTree(agents.get('') ?? { namespace: [], status: 'started', graph_name: rootName })
    },
  }
}

/** The input of a task of a tool node is a tool call or a list of tool calls. */
const findToolCallId = (input: unknown): string | undefined => {
  const { tool_call } = (input ?? {}) as { tool_call?: { id?: unknown } }
  const calls = Array.isArray(input) ? (input as ({ id?: unknown } | null)[]) : [tool_call]
  return calls.map((call) => call?.id).find((id) => typeof id === 'string')
}
