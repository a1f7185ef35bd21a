/** The types of a graph's nodes, for events: by id, and `outer/inner` for those of graphs within a node. */
import type { JsonObject } from '../../../schema/common.js'
import type { GraphSchema, GraphStep } from '../../../schema/graph-schema.js'
import { ITEM_NODE } from './nodes/map.js'
import { LOOP_NODES } from './nodes/tool-loop.js'

export const nodeTypes = (graphSchema: JsonObject): Record<string, string> => {
  const types: Record<string, string> = {}
  const visitGraph = (graph: GraphSchema, prefix: string): void => {
    for (const node of graph.nodes) {
      const path = `${prefix}${node.id}`
      types[path] = node.type
      if (node.type === 'map') {
        const step = node.do as GraphStep
        types[`${path}/${ITEM_NODE}`] = step.type
        visitStep(step, `${path}/${ITEM_NODE}`)
      } else if (node.type !== 'condition') visitStep(node, path)
    }
  }
  const visitStep = (step: GraphStep, path: string): void => {
    if (step.type === 'llm' && (step.tools !== undefined || step.schema !== undefined)) {
      for (const [name, type] of Object.entries(LOOP_NODES)) types[`${path}/${name}`] = type
    }
    if (step.type === 'subgraph' && step.graph !== undefined)
      visitGraph(step.graph as GraphSchema, `${path}/`)
  }
  visitGraph(graphSchema as GraphSchema, '')
  return types
}
