/**
 * Orders a shirt and asks a person: first for permission, in a subgraph; then for colour and size, in parallel. The graph
 * always stops before the `order` node (`interruptBefore`).
 */
import { interrupt, START, StateGraph } from '@langchain/langgraph'
import { registry } from '@langchain/langgraph/zod'
import { z } from 'zod'

const log = z
  .array(z.string())
  .default(() => [])
  .register(registry, { reducer: { fn: (before: string[], more: string[]) => [...before, ...more] } })

const State = z.object({
  item: z.string().default('shirt'),
  approved: z.boolean().optional(),
  colour: z.string().optional(),
  size: z.string().optional(),
  log,
})

const Permission = z.object({ item: z.string().default('shirt'), approved: z.boolean().optional() })

const permission = new StateGraph(Permission)
  .addNode('check', ({ item }) => ({ item: item.trim() }))
  .addNode('confirm', ({ item }) => ({
    approved: interrupt<{ question: string }, boolean>({ question: `May I order a ${item}?` }),
  }))
  .addEdge(START, 'check')
  .addEdge('check', 'confirm')
  .compile()

export const graph = new StateGraph({ state: State, input: State.pick({ item: true }) })
  .addNode('permission', permission)
  .addNode('askColour', () => ({
    colour: interrupt<{ question: string }, string>({ question: 'Which colour?' }),
  }))
  .addNode('askSize', () => ({ size: interrupt<{ question: string }, string>({ question: 'Which size?' }) }))
  .addNode('order', ({ item, colour, size }) => ({
    log: [`ordered a ${String(colour)} ${item} of size ${String(size)}`],
  }))
  .addEdge(START, 'permission')
  .addEdge('permission', 'askColour')
  .addEdge('permission', 'askSize')
  .addEdge(['askColour', 'askSize'], 'order')
  .compile({ interruptBefore: ['order'] })
