import { Annotation, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { createAgent } from 'langchain'
import { RuleModel } from '../src/model.ts'

interface Runtime {
  accessContext: string
  executionRuntime: { context: unknown } | null
}

const build = (config: LangGraphRunnableConfig, runtime: Runtime) =>
  new StateGraph(Annotation.Root({ received: Annotation<unknown>, calls: Annotation<number> }))
    .addNode('show', (_, nodeConfig: LangGraphRunnableConfig) => ({
      received: { config, runtime, configurable: pickUserValues(nodeConfig.configurable) },
      calls: ++calls[String(config.configurable?.['thread_id'])]!,
    }))
    .addEdge('__start__', 'show')

const calls: Record<string, number> = {}
const pickUserValues = (configurable: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(configurable).filter(([key]) => !key.startsWith('__') && !key.startsWith('checkpoint')),
  )

export const makeGraph = (config: LangGraphRunnableConfig, runtime: Runtime) => {
  calls[String(config.configurable?.['thread_id'])] = 0
  return build(config, runtime).compile()
}

export const makeGraphLater = async (config: LangGraphRunnableConfig, runtime: Runtime) =>
  Promise.resolve(makeGraph(config, runtime))

export const makeAgent = (config: LangGraphRunnableConfig) =>
  createAgent({
    model: new RuleModel(),
    tools: [],
    name: String(config.configurable?.['agent_name'] ?? 'unnamed'),
  })

/** The name of the only node is a setting of the thread. */
export const makeNamed = (config: LangGraphRunnableConfig) => {
  const name = String(config.configurable?.['node_name'] ?? 'unnamed')
  return new StateGraph(Annotation.Root({ visited: Annotation<string> }))
    .addNode(name, () => ({ visited: name }))
    .addEdge('__start__', name)
    .compile()
}
