/** Answers what is asked of a graph, or of the state of a thread, without running it. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StateSnapshot } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import type { CheckpointPlace, Inspection } from '../../../schema/inspection.js'
import type { RunCommand } from '../../../schema/run-kwargs.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import type { AnyGraph } from '../loaded-graph.js'
import { guardValues } from '../guardrails/guard-input.js'
import type { RunGuard } from '../guardrails/run-guard.js'
import { settingsOf } from '../run-graph.js'
import { toCommand } from './run-input.js'
import { schemasOf } from './graph-schemas.js'
import { stateToWire } from './state-to-wire.js'
import { toWire } from './to-wire.js'

export const inspect = async (
  graph: AnyGraph,
  start: StartRun,
  asked: Inspection,
  guard: RunGuard | undefined,
): Promise<unknown> => {
  const { thread_id, run_id } = start
  const ours = settingsOf(start)
  const at = (place: CheckpointPlace): RunnableConfig => ({
    ...ours,
    configurable: { ...ours.configurable, checkpoint_ns: '', ...place, thread_id, run_id },
  })
  switch (asked.kind) {
    case 'state':
      return stateToWire(await graph.getState(at(asked.checkpoint), { subgraphs: asked.subgraphs }))
    case 'history': {
      const states: JsonObject[] = []
      const options = {
        limit: asked.limit,
        ...(asked.before !== null && { before: at(asked.before) }),
        ...(Object.keys(asked.metadata).length > 0 && { filter: asked.metadata }),
      }
      for await (const state of graph.getStateHistory(at(asked.checkpoint), options)) {
        states.push(stateToWire(state))
        if (states.length === asked.limit) break
      }
      return states
    }
    case 'update': {
      const values = guard === undefined ? asked.values : await guardValues(guard, asked.values)
      const config = await graph.updateState(at(asked.checkpoint), values, asked.as_node ?? undefined)
      return { ...config.configurable, thread_id }
    }
    case 'supersteps': {
      const given = guard === undefined ? asked.supersteps : await guardValues(guard, asked.supersteps)
      const supersteps = given.map(({ updates }) => ({
        updates: updates.map(({ values, command, as_node }) => ({
          values: command == null ? values : toCommand(graph, asCommand(command)),
          asNode: as_node,
        })),
      }))
      const config = await graph.bulkUpdateState(at({}), supersteps)
      return { ...config.configurable, thread_id }
    }
    case 'shown':
      return shownOf(graph, at({}))
    case 'graph':
      return (await graph.getGraphAsync({ ...ours, xray: asked.xray } as never)).toJSON()
    case 'schemas':
      return { graph_id: start.assistant.graph_id, ...schemasOf(graph) }
    case 'subgraphs': {
      const found: JsonObject = {}
      for await (const [name, subgraph] of graph.getSubgraphsAsync(
        asked.namespace ?? undefined,
        asked.recurse,
      )) {
        const { input_schema, output_schema, state_schema, config_schema } = schemasOf(subgraph as AnyGraph)
        found[name] = {
          input: input_schema,
          output: output_schema,
          state: state_schema,
          config: config_schema,
        }
      }
      return found
    }
  }
}

const asCommand = (command: unknown): RunCommand => {
  if (typeof command !== 'object' || Array.isArray(command)) throw new Error('a command must be an object')
  return command as RunCommand
}

/** What the thread shows of its state without its graph being asked. */
const shownOf = async (graph: AnyGraph, config: RunnableConfig): Promise<JsonObject> => {
  const { values, tasks, next } = (await graph.getState(config)) as Omit<StateSnapshot, 'values'> & {
    values: unknown
  }
  const asked = tasks.filter(({ interrupts }) => interrupts.length > 0)
  return toWire({
    values,
    interrupts: Object.fromEntries(asked.map(({ id, interrupts }) => [id, interrupts])),
    isPaused: next.length > 0,
  }) as JsonObject
}
