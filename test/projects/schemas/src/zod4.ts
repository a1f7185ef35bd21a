import type { BaseMessage } from '@langchain/core/messages'
import {
  Annotation,
  MessagesZodMeta,
  MessagesValue,
  ReducedValue,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { registry, withLangGraph } from '@langchain/langgraph/zod'
import { z } from 'zod'

const State = z.object({
  question: z
    .string()
    .min(1)
    .meta({ title: 'Question', examples: ['Why?'] }),
  limit: z.number().default(3),
  kind: z.union([z.literal('a'), z.literal('b')]).optional(),
  nested: z.object({ at: z.iso.datetime(), tags: z.array(z.string()).nullable() }),
})

export const graph = new StateGraph({
  state: State,
  input: State.pick({ question: true }),
  output: State.pick({ nested: true }),
})
  .addNode('work', () => ({ limit: 1 }))
  .addEdge('__start__', 'work')
  .compile()

const Registered = z.object({
  messages: z.custom<BaseMessage[]>().register(registry, MessagesZodMeta),
  notes: withLangGraph(z.array(z.string()), {
    default: (): string[] => [],
    reducer: { schema: z.string(), fn: (left: string[], right: string) => left.concat(right) },
    jsonSchemaExtra: { langgraph_nodes: ['work'] },
  }),
  prompt: z.string().register(registry, { jsonSchemaExtra: { langgraph_type: 'prompt' } }),
})

export const registered = new StateGraph(Registered)
  .addNode('work', () => ({ notes: 'a note' }))
  .addEdge('__start__', 'work')
  .compile()

const Context = z.object({ userId: z.string(), locale: z.string().default('en') })

export const withContext = new StateGraph(Annotation.Root({ text: Annotation<string> }), Context)
  .addNode('work', (_state, { context }) => ({ text: context?.userId ?? '' }))
  .addEdge('__start__', 'work')
  .compile()

export const stateSchema = new StateGraph(
  new StateSchema({
    messages: MessagesValue,
    total: new ReducedValue(z.number().default(0), {
      inputSchema: z.string(),
      reducer: (left, right) => left + Number(right),
    }),
  }),
  Context,
)
  .addNode('work', () => ({ total: '1' }))
  .addEdge('__start__', 'work')
  .compile()
