/** Reads or updates the state of a thread, or describes a graph, without executing a run. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StateSnapshot } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import type { CheckpointReference, Inspection } from '../../../schema/inspection.js'
import type { RunCommand } from '../../../schema/run-kwargs.js'
import type { DescribedGraph } from '../../schemas/protocol.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import type { AnyGraph } from '../loaded-graph.js'
import { guardValues } from '../guardrails/guard-input.js'
import type { RunGuard } from '../guardrails/run-guard.js'
import { toGraphConfig } from '../run-graph.js'
import { toCommand } from './run-input.js'
import { makeGraphDescriber } from './graph-schemas.js'
import { stateToWire } from './state-to-wire.js'
import { toWire } from './to-wire.js'

/** `file` is the file of the project that exports the graph. */
export const inspectGraph = async (
  graph: AnyGraph,
  start: StartRun,
  inspection: Inspection,
  guard: RunGuard | undefined,
  file: string | undefined,
): Promise<unknown> => {
  const { thread_id, run_id } = start
  const baseSettings = toGraphConfig(start)
  const toConfig = (checkpoint: CheckpointReference): RunnableConfig => ({
    ...baseSettings,
    configurable: { ...baseSettings.configurable, checkpoint_ns: '', ...checkpoint, thread_id, run_id },
  })
  switch (inspection.kind) {
    case 'state':
      return stateToWire(
        await graph.getState(toConfig(inspection.checkpoint), { subgraphs: inspection.subgraphs }),
      )
    case 'history': {
      const states: JsonObject[] = []
      const options = {
        limit: inspection.limit,
        ...(inspection.before !== null && { before: toConfig(inspection.before) }),
        ...(Object.keys(inspection.metadata).length > 0 && { filter: inspection.metadata }),
      }
      for await (const state of graph.getStateHistory(toConfig(inspection.checkpoint), options)) {
        states.push(stateToWire(state))
        if (states.length === inspection.limit) break
      }
      return states
    }
    case 'update': {
      const values = guard === undefined ? inspection.values : await guardValues(guard, inspection.values)
      const config = await graph.updateState(
        toConfig(inspection.checkpoint),
        values,
        inspection.as_node ?? undefined,
      )
      return { ...config.configurable, thread_id }
    }
    case 'supersteps': {
      const checkedSupersteps =
        guard === undefined ? inspection.supersteps : await guardValues(guard, inspection.supersteps)
      const supersteps = checkedSupersteps.map(({ updates }) => ({
        updates: updates.map(({ values, command, as_node }) => ({
          values: command == null ? values : toCommand(graph, requireCommand(command)),
          asNode: as_node,
        })),
      }))
      const config = await graph.bulkUpdateState(toConfig({}), supersteps)
      return { ...config.configurable, thread_id }
    }
    case 'thread_state':
      return readThreadState(graph, toConfig({}))
    case 'graph':
      return (await graph.getGraphAsync({ ...baseSettings, xray: inspection.xray } as never)).toJSON()
    case 'schemas': {
      const describe = await makeGraphDescriber(graph, file)
      return [describe(graph, '')]
    }
    case 'subgraphs': {
      const describe = await makeGraphDescriber(graph, file)
      const described: DescribedGraph[] = []
      for await (const [path, subgraph] of listSubgraphs(graph, inspection))
        described.push(describe(subgraph, path))
      return described
    }
  }
}

type ListSubgraphs = (
  namespace: string | undefined,
  recurse: boolean,
) => AsyncIterable<[string, AnyGraph]> | Iterable<[string, AnyGraph]>

/** Older versions of LangGraph have only the synchronous method. */
const listSubgraphs = (
  graph: AnyGraph,
  { namespace, recurse }: Extract<Inspection, { kind: 'subgraphs' }>,
): ReturnType<ListSubgraphs> => {
  const methods = graph as unknown as { getSubgraphsAsync?: ListSubgraphs; getSubgraphs: ListSubgraphs }
  const list = methods.getSubgraphsAsync ?? methods.getSubgraphs
  return list.call(graph, namespace ?? undefined, recurse)
}

const requireCommand = (command: unknown): RunCommand => {
  if (typeof command !== 'object' || Array.isArray(command)) throw new Error('A command must be an object')
  return command as RunCommand
}

/** The part of the state that is stored in the thread row, so that it can be shown without loading the graph. */
const readThreadState = async (graph: AnyGraph, config: RunnableConfig): Promise<JsonObject> => {
  const { values, tasks, next } = (await graph.getState(config)) as Omit<StateSnapshot, 'values'> & {
    values: unknown
  }
  const interruptedTasks = tasks.filter(({ interrupts }) => interrupts.length > 0)
  return toWire({
    values,
    interrupts: Object.fromEntries(interruptedTasks.map(({ id, interrupts }) => [id, interrupts])),
    isPaused: next.length > 0,
  }) as JsonObject
}
