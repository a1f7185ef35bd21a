import { compileValue } from '../../../../domain/graph-schema/templates.js'
import type { SubgraphStep } from '../../../../schema/graph-schema.js'
import type { Step, StepContext } from '../step.js'

/**
 * The subgraph node: runs another graph under this node's checkpoint namespace. Its interrupts become
 * interrupts of this run.
 */
export const makeSubgraph = async (step: SubgraphStep, context: StepContext): Promise<Step> => {
  const { assistant_id, graph } = step
  const subgraph = await context.openSubgraph({
    ...(assistant_id !== undefined && { assistant_id }),
    ...(graph !== undefined && { graph }),
  })
  const input = compileValue(step.input ?? '{{ input }}', context.expressions)
  return async ({ scope }, config) => ({ value: await subgraph.run(input(scope), config) })
}
