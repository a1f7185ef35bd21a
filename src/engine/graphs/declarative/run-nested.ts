import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'

export interface Invokable {
  invoke(input: never, config?: LangGraphRunnableConfig): Promise<unknown>
}

/**
 * Runs a graph within a node, under the node's checkpoints. LangGraph 1.4 takes the mere presence of a `checkpoint_id`
 * as the wish to run everything after it again, and names one, undefined, to every nested graph: tasks that had
 * finished would run again after a crash or an interrupt. Without the key, what is done stays done.
 */
export const runNested = (
  graph: Invokable,
  input: unknown,
  config: LangGraphRunnableConfig,
): Promise<unknown> => {
  const { checkpoint_id, ...configurable } = config.configurable ?? {}
  const isReplay = checkpoint_id !== undefined || '__pregel_replay_state' in configurable
  const own = isReplay ? config : { ...config, configurable }
  // The key would come back from the configuration of the surrounding node.
  return AsyncLocalStorageProviderSingleton.runWithConfig(own, () => graph.invoke(input as never, own), true)
}
