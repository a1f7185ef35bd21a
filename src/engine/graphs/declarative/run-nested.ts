import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { GraphInterrupt, isGraphInterrupt, type LangGraphRunnableConfig } from '@langchain/langgraph'

export interface Invokable {
  invoke(input: never, config?: LangGraphRunnableConfig): Promise<unknown>
}

/**
 * Runs a graph inside a node, under the node's checkpoint namespace, and works around two defects of
 * LangGraph 1.4:
 *
 * LangGraph treats the mere presence of the key `checkpoint_id` as a request to replay everything after it,
 * and passes the key, with the value undefined, to every nested graph. Finished tasks would run again after a
 * crash or an interrupt.
 *
 * LangGraph keeps only the last interrupt of each task. Several interrupts of a nested graph are therefore
 * thrown as one list, which the stream of the outermost graph flattens again.
 */
export const runNested = async (
  graph: Invokable,
  input: unknown,
  config: LangGraphRunnableConfig,
): Promise<unknown> => {
  const { checkpoint_id, ...configurable } = (config.configurable ?? {}) as Record<string, unknown>
  const isReplay = checkpoint_id !== undefined || configurable['__pregel_replay_state'] !== undefined
  const nestedConfig = isReplay ? config : { ...config, configurable }
  const invoke = () => graph.invoke(input as never, nestedConfig)
  try {
    // AsyncLocalStorage must hold the config too: otherwise LangGraph merges the key from the surrounding
    // node's config again.
    return await AsyncLocalStorageProviderSingleton.runWithConfig(nestedConfig, invoke, true)
  } catch (error) {
    if (!isGraphInterrupt(error)) throw error
    const interrupts = error.interrupts.flat()
    throw interrupts.length > 1 ? new GraphInterrupt([interrupts as never]) : error
  }
}
