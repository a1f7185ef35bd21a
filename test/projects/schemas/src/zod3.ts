import type { InteropZodObject } from '@langchain/core/utils/types'
import { StateGraph } from '@langchain/langgraph'
import { z } from 'zod/v3'

const State = z.object({
  question: z.string().describe('What to look up.'),
  depth: z.number().int().min(1).default(1),
  found: z.array(z.object({ url: z.string().url(), score: z.number().optional() })),
})

export const graph = new StateGraph(State as unknown as InteropZodObject)
  .addNode('work', () => ({ found: [] }))
  .addEdge('__start__', 'work')
  .compile()
