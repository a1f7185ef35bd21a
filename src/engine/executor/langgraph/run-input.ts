/** Builds the input and the config with which a run of the LangGraph API executes its graph. */
import type { RunnableConfig } from '@langchain/core/runnables'
import { Command, type Send } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import type { RunCommand, RunKwargs } from '../../../schema/run-kwargs.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import { createSend } from '../../graphs/project-langgraph.js'
import type { AnyGraph } from '../loaded-graph.js'
import { addMessages } from '../graph-input.js'
import type { LegacyInterrupt } from '../legacy-interrupts.js'
import { toGraphConfig, type GraphExecution } from '../run-graph.js'

/** A run with a checkpoint of its own continues from there; its input is already part of that checkpoint. */
const hasOwnCheckpoint = ({ checkpoint, run_id }: StartRun): boolean => checkpoint?.row.run_id === run_id

export const toLangGraphInput = async (
  { graph, start }: GraphExecution,
  kwargs: RunKwargs,
  settings: RunnableConfig,
): Promise<unknown> => {
  if (hasOwnCheckpoint(start)) return null
  if (kwargs.command !== undefined)
    return toCommand(graph, await identifyInterrupt(graph, kwargs.command, settings))
  if (kwargs.input !== undefined) return kwargs.input
  // Without any input, the run continues from the current state of the thread.
  return start.input === null && start.messages.length === 0
    ? null
    : addMessages(graph, start.input ?? {}, start)
}

/**
 * LangGraph.js takes the resume values `false`, `0` and `''` for missing ones, unless they are given by the ID of the interrupt. `null` is
 * no value in LangGraph for Python either.
 */
const identifyInterrupt = async (
  graph: AnyGraph,
  command: RunCommand,
  settings: RunnableConfig,
): Promise<RunCommand> => {
  const { resume } = command
  if (resume == null || Boolean(resume)) return command
  const { tasks } = await graph.getState(settings)
  const [only, ...others] = tasks.flatMap(({ interrupts }) => interrupts as LegacyInterrupt[])
  const id = only?.id ?? only?.interrupt_id
  return id === undefined || others.length > 0 ? command : { ...command, resume: { [id]: resume } }
}

export const toCommand = (graph: AnyGraph, { update, resume, goto }: RunCommand): Command =>
  new Command({
    ...(update != null && { update }),
    ...(resume !== undefined && { resume }),
    ...(goto != null && { goto: [goto].flat().map((target) => toGotoTarget(graph, target)) }),
  })

const toGotoTarget = (graph: AnyGraph, target: unknown): string | Send => {
  if (typeof target === 'string') return target
  const { node, input } = (target ?? {}) as { node?: unknown; input?: unknown }
  if (typeof node !== 'string') throw new Error('command.goto must name nodes')
  return createSend(graph, node, input)
}

export const toRunSettings = (start: StartRun, kwargs: RunKwargs) => {
  const { configurable, recursion_limit, tags, metadata, ...others } = kwargs.config ?? {}
  const baseSettings = toGraphConfig(start)
  const context = { ...start.assistant.context, ...kwargs.context }
  return {
    ...baseSettings,
    configurable: {
      ...baseSettings.configurable,
      ...configurable,
      ...pickAuthFields(configurable),
      ...pickRunIds(baseSettings.configurable),
      ...(!hasOwnCheckpoint(start) && toCheckpointSettings(kwargs.checkpoint)),
    },
    metadata: {
      ...baseSettings.metadata,
      ...(metadata as JsonObject | undefined),
      ...others,
      ...kwargs.metadata,
    },
    tags: [baseSettings.tags, tags].flatMap(toTags),
    ...(recursion_limit !== undefined && { recursionLimit: recursion_limit }),
    ...(Object.keys(context).length > 0 && { context }),
    ...(kwargs.interrupt_before !== undefined && { interruptBefore: kwargs.interrupt_before }),
    ...(kwargs.interrupt_after !== undefined && { interruptAfter: kwargs.interrupt_after }),
    ...(kwargs.durability !== undefined && { durability: kwargs.durability }),
  }
}

/** The config that a graph factory receives: that of the run, with the names of the API. */
export const toFactoryConfig = (start: StartRun): RunnableConfig => {
  const { configurable, metadata, tags, recursionLimit } = {
    ...toGraphConfig(start),
    ...(start.kwargs !== null && toRunSettings(start, start.kwargs)),
  }
  return {
    configurable,
    ...(metadata !== undefined && { metadata }),
    ...(tags !== undefined && tags.length > 0 && { tags }),
    ...(recursionLimit !== undefined && { recursion_limit: recursionLimit }),
  }
}

/** Tags of an assistant are stored without validation. */
const toTags = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((tag) => typeof tag === 'string') : []

/** The authenticated user overrides values that a client or an assistant sets under the same keys. */
const pickAuthFields = (configurable: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries(configurable).filter(([name]) => name.startsWith('langgraph_auth_')))

const pickRunIds = ({ run_id, thread_id, assistant_id, graph_id }: JsonObject): JsonObject => ({
  run_id,
  thread_id,
  assistant_id,
  graph_id,
})

/** The checkpoint from which the run starts; without one it starts from the latest checkpoint. */
const toCheckpointSettings = (checkpoint: JsonObject | undefined): JsonObject => {
  const { checkpoint_id, checkpoint_ns, checkpoint_map } = checkpoint ?? {}
  return {
    ...(checkpoint_id !== undefined && { checkpoint_id }),
    ...(checkpoint_ns !== undefined && { checkpoint_ns }),
    ...(checkpoint_map !== undefined && { checkpoint_map }),
  }
}

/** Config keys that reference a checkpoint. */
const CHECKPOINT_KEYS = new Set(['checkpoint_id', 'checkpoint_ns', 'checkpoint_map'])

/**
 * Config values that every checkpoint of the run stores in addition to its metadata; both can be used to filter histories. Checkpoints
 * of state updates store only the graph ID, those of native runs nothing.
 */
export const toCheckpointMetadata = (
  start: StartRun,
): { settings?: JsonObject; includesGraphSettings?: boolean } => {
  const { kwargs, inspection, assistant } = start
  if (kwargs === null) return inspection === undefined ? {} : { settings: { graph_id: assistant.graph_id } }
  const entries = Object.entries(toRunSettings(start, kwargs).configurable).filter(
    ([key]) => !CHECKPOINT_KEYS.has(key) && !key.startsWith('__'),
  )
  return { settings: Object.fromEntries(entries), includesGraphSettings: true }
}
