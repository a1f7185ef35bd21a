/** Runs the built-in agent with a given model and returns everything that would be stored. */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { executeAgent, type AgentOptions } from '../../../../bench/execute-agent.js'
import type { ToolSet } from '../../../../src/engine/graphs/graph-deps.js'
import { serializeEvent, type EventFields } from '../../../../src/events/run-event.js'

const weather = tool(({ city }: { city: string }) => `sunny in ${city}`, {
  name: 'get_weather',
  description: 'The weather',
  schema: z.object({ city: z.string() }),
})

export const TOOLS: ToolSet = {
  definitions: [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'The weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ],
  server: new Map([['get_weather', weather]]),
  client: new Set(),
}

export const runAgent = async (model: BaseChatModel, options: AgentOptions = {}) => {
  const { outcome, entries } = await executeAgent(model, options)
  // What is stored: the data of some events is serialized by the executor.
  const events = entries.flatMap((posted) =>
    posted.events.map((event) => JSON.parse(serializeEvent(event, 0).text) as EventFields),
  )
  const ofType = (prefix: string) => events.filter(({ type }) => type.startsWith(prefix))
  // The order within each of these lists is defined. Between them it is not: events of nodes and of LangGraph's stream pass through
  // a queue of LangGraph, and parallel tools end in any order.
  const lists = {
    modelEvents: ofType('llm.'),
    toolEvents: ofType('tool.').toSorted(byToolCall),
    nodeEvents: ofType('node.').toSorted((a, b) => a.type.localeCompare(b.type)),
    langGraphEvents: ofType('lg.').filter((event) => !isToolOutput(event)),
    langGraphToolOutputs: ofType('lg.').filter(isToolOutput).toSorted(byToolCall),
    messages: entries.flatMap((posted) => posted.messages),
    outcome,
  }
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, normalize(list)]))
}

const isToolOutput = ({ type, data }: EventFields): boolean =>
  (type === 'lg.updates' && 'tools' in (data as object)) ||
  (type === 'lg.messages' && (data as { type: string }[])[0]?.type === 'tool')

const byToolCall = (a: object, b: object): number => getToolCallId(a).localeCompare(getToolCallId(b))

const getToolCallId = (event: object): string =>
  /"tool_call_id":"([^"]*)"/.exec(JSON.stringify(event))?.[1] ?? ''

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** What differs from run to run although the runs are the same. */
const VARYING = /"(call_id|duration_ms|first_token_ms|ts|created_at)":("[^"]*"|[\d.]+)/g

const withoutStack = (key: string, value: unknown): unknown => (key === 'stack' ? undefined : value)

/** Makes two runs comparable: random IDs are numbered in the order of their first occurrence. */
const normalize = (run: unknown): unknown => {
  const numbers = new Map<string, number>()
  const toNumber = (id: string): string => {
    if (!numbers.has(id)) numbers.set(id, numbers.size)
    return `id-${String(numbers.get(id))}`
  }
  const text = JSON.stringify(run, withoutStack).replaceAll(VARYING, '"$1":0').replaceAll(UUID, toNumber)
  return JSON.parse(text) as unknown
}
