/**
 * The map node: runs one step for each item of a list. Each item is a task of a graph inside the node, so
 * that finished items are kept whatever happens to the others. At most `concurrency` items run at once.
 */
import { Annotation, Send, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { INDEX_KEY } from '../../../../domain/graph-schema/state-keys.js'
import { LIMITS, type GraphStep, type MapStep } from '../../../../schema/graph-schema.js'
import { labelErrors, toRetryPolicy } from '../node-error.js'
import { runNested } from '../run-nested.js'
import type { Step, StepContext, StepInput } from '../step.js'

/** The only node of the inner graph; its name is part of event paths. */
export const ITEM_NODE = 'item'

const DEFAULT_CONCURRENCY = 10

const MapAnnotation = Annotation.Root({
  results: Annotation<Record<number, unknown>>({
    reducer: (old, added) => ({ ...old, ...added }),
    default: () => ({}),
  }),
})

export const makeMap = (node: MapStep, step: Step, { expressions }: StepContext): Step => {
  const { as = 'item', concurrency = DEFAULT_CONCURRENCY } = node
  const evaluateList = expressions.compile(node.over)
  const { retry } = node.do as Pick<GraphStep & { retry?: never }, 'retry'>

  const buildMapGraph = (items: unknown[], input: StepInput) =>
    new StateGraph(MapAnnotation)
      .addNode(
        ITEM_NODE,
        (async ({ index }: { index: number }, config: LangGraphRunnableConfig) => {
          // CEL indexes lists by integers, which are BigInt here; a number would be a double.
          const scope = { ...input.scope, [as]: items[index], [INDEX_KEY]: BigInt(index) }
          const { value } = await labelErrors(`item ${String(index)}`, config.signal, () =>
            step({ ...input, scope }, config),
          )
          return { results: { [index]: value } }
        }) as never,
        toRetryPolicy(retry),
      )
      .addConditionalEdges(START, () => items.map((_, index) => new Send(ITEM_NODE, { index })), [ITEM_NODE])
      .compile()

  return async (input, config) => {
    const items = requireList(evaluateList(input.scope), node.over)
    if (items.length === 0) return { value: [] }
    const settings = { ...config, maxConcurrency: concurrency }
    const { results } = (await runNested(
      buildMapGraph(items, input),
      { results: {} },
      settings,
    )) as typeof MapAnnotation.State
    return { value: items.map((_, index) => results[index] ?? null) }
  }
}

const requireList = (value: unknown, over: string): unknown[] => {
  if (!Array.isArray(value)) throw new Error(`over must be a list; ${over} is not`)
  if (value.length <= LIMITS.map_items) return value
  throw new Error(
    `${over} has ${String(value.length)} items; at most ${String(LIMITS.map_items)} are allowed`,
  )
}
