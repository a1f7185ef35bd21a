import { setMaxListeners } from 'node:events'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { GraphInterrupt, isGraphInterrupt, type LangGraphRunnableConfig } from '@langchain/langgraph'

// All tasks of a step listen to one signal, and a map may have a hundred at once; Node takes eleven for a leak.
setMaxListeners(1000)

export interface Invokable {
  invoke(input: never, config?: LangGraphRunnableConfig): Promise<unknown>
}

/**
 * Runs a graph within a node, under the node's checkpoints, and mends two things of LangGraph 1.4 on the way:
 *
 * It takes the mere presence of a `checkpoint_id` as the wish to run everything after it again, and names one,
 * undefined, to every nested graph: tasks that had finished would run again after a crash or an interrupt.
 *
 * It keeps one interrupt for each task, the last one. A nested graph that asks several things at once hands them
 * over as one, which the stream of the outermost graph takes apart again.
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
    // The key would come back from the configuration of the surrounding node.
    return await AsyncLocalStorageProviderSingleton.runWithConfig(nestedConfig, invoke, true)
  } catch (error) {
    if (!isGraphInterrupt(error)) throw error
    const interrupts = error.interrupts.flat()
    throw interrupts.length > 1 ? new GraphInterrupt([interrupts as never]) : error
  }
}
