/** Counts numbers. The input `what` selects the next node: add, square (in parallel), fail, sleep or loop. */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Command,
  ReducedValue,
  Send,
  START,
  StateGraph,
  StateSchema,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { z } from 'zod'

const State = new StateSchema({
  what: z.enum(['add', 'square', 'fail', 'sleep', 'loop']).default('add'),
  numbers: z.array(z.number()).default(() => []),
  total: new ReducedValue(
    z.number().default(() => 0),
    { inputSchema: z.number(), reducer: (before, more) => before + more },
  ),
  log: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.array(z.string()), reducer: (before, more) => [...before, ...more] },
  ),
})

const Context = z.object({ step: z.number().default(1) })
type Config = LangGraphRunnableConfig<{ step?: number }>

/** An error with its own name, which clients can see. */
class CountingError extends Error {
  override name = 'CountingError'
}

/** Long enough that a client has to cancel the run. */
const LONG_MS = 600_000

export const graph = new StateGraph(State, Context)
  .addNode(
    'choose',
    ({ what, numbers }: typeof State.State) => {
      const goto = what === 'square' ? numbers.map((number) => new Send('square', { number })) : what
      return new Command({ update: { log: [`chose ${what}`] }, goto })
    },
    { ends: ['add', 'square', 'fail', 'sleep', 'loop'] },
  )
  .addNode('add', ({ numbers }, config: Config) => {
    const step = config.context?.step ?? 1
    config.writer?.({ adding: numbers.length, step })
    return { total: numbers.reduce((sum, number) => sum + number * step, 0), log: ['added'] }
  })
  .addNode('square', ({ number }: { number: number }) => ({
    total: number * number,
    log: [`squared ${String(number)}`],
  }))
  .addNode('fail', () => {
    throw new CountingError('it cannot be counted')
  })
  .addNode('sleep', async (_state, { signal }: Config) => {
    await sleep(LONG_MS, undefined, { signal })
    return { log: ['slept'] }
  })
  .addNode('loop', () => ({ total: 1 }))
  .addNode('sum', ({ total }) => ({ log: [`the total is ${String(total)}`] }))
  .addEdge(START, 'choose')
  .addEdge('add', 'sum')
  .addEdge('square', 'sum')
  .addEdge('loop', 'loop')
  .compile()
