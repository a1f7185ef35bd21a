import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { makeExpressions } from '../../../domain/graph-schema/expressions.js'
import { INDEX_KEY } from '../../../domain/graph-schema/state-keys.js'
import type { GraphNode, GraphStep } from '../../../schema/graph-schema.js'
import { labelErrors } from './node-error.js'
import { makeHttp } from './nodes/http.js'
import { makeHuman } from './nodes/human.js'
import { makeLlm } from './nodes/llm.js'
import { makeMap } from './nodes/map.js'
import { makeSubgraph } from './nodes/subgraph.js'
import { makeTool } from './nodes/tool.js'
import { makeTransform } from './nodes/transform.js'
import { toScope, type GraphState } from './state.js'
import type { Step, StepContext } from './step.js'

type NodeRunner = (state: GraphState, config: LangGraphRunnableConfig) => Promise<Partial<GraphState>>

/** Makes the function that a node runs on the state. */
export const makeNodeRunner = async (
  node: GraphNode,
  context: StepContext,
  variables: string[],
): Promise<NodeRunner> => {
  // The branches of a condition are edges; the node itself does nothing.
  if (node.type === 'condition') return async () => ({})
  const step = node.type === 'map' ? await mapStep(node, context, variables) : await makeStep(node, context)
  return (state, config) =>
    labelErrors(`node "${node.id}"`, config.signal, async () => {
      const { value, messages } = await step({ scope: toScope(state), messages: state.messages }, config)
      if (node.type === 'transform') return value as Partial<GraphState>
      if (node.output !== undefined) return { [node.output]: value }
      return node.type === 'llm' ? { messages: messages ?? [] } : {}
    })
}

const mapStep = async (
  node: GraphNode & { type: 'map' },
  context: StepContext,
  variables: string[],
): Promise<Step> => {
  const expressions = makeExpressions(new Set([...variables, node.as ?? 'item', INDEX_KEY]))
  return makeMap(node, await makeStep(node.do as GraphStep, { ...context, expressions }), context)
}

const makeStep = async (step: GraphStep, context: StepContext): Promise<Step> => {
  switch (step.type) {
    case 'llm':
      return makeLlm(step, context)
    case 'tool':
      return makeTool(step, context)
    case 'http':
      return makeHttp(step, context)
    case 'transform':
      return makeTransform(step, context)
    case 'human':
      return makeHuman(step, context)
    case 'subgraph':
      return makeSubgraph(step, context)
  }
}
