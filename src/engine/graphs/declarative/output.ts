import { makeExpressions } from '../../../domain/graph-schema/expressions.js'
import { INPUT_KEY, MESSAGES_KEY, getStateKeys } from '../../../domain/graph-schema/state-keys.js'
import type { JsonObject } from '../../../schema/common.js'
import type { GraphSchema } from '../../../schema/graph-schema.js'
import { toScope, type GraphState } from './state.js'

/**
 * Compiles the output of a graph: its `output` expressions or, without them, all state keys except the input.
 */
export const compileOutput = (graphSchema: JsonObject): ((values: JsonObject) => JsonObject) => {
  const graph = graphSchema as GraphSchema
  if (graph.output === undefined) {
    return (values) => {
      const { [INPUT_KEY]: _, ...rest } = toScope(values as GraphState)
      return rest
    }
  }
  const expressions = makeExpressions([...getStateKeys(graph), INPUT_KEY, MESSAGES_KEY])
  const fields = Object.entries(graph.output).map(
    ([name, text]) => [name, expressions.compile(text)] as const,
  )
  return (values) => {
    const scope = toScope(values as GraphState)
    return Object.fromEntries(fields.map(([name, evaluate]) => [name, evaluate(scope)]))
  }
}
