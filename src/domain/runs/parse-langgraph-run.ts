/** What LangGraph's clients send to make a run, as what we make one of. */
import { isUuid } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { LgRunCreate } from '../../schema/langgraph-run.js'
import type { RunCreate } from '../../schema/run.js'
import type { RunCommand, RunKwargs } from '../../schema/run-kwargs.js'
import { builtInAssistantId } from '../built-in-graph.js'
import { isObject, readConfig, readPlace, refuse } from './parse-config.js'

/** An assistant may be named by its graph. */
export const assistantIdOf = (named: string): string =>
  isUuid(named) ? named.toLowerCase() : builtInAssistantId(named)

interface Circumstances {
  /** Undefined: in a thread of its own. */
  thread_id: string | undefined
  /** Whether somebody may follow what it streams. */
  isStreamed: boolean
  /** Whether it is told by the agent streaming protocol. */
  isProtocol?: boolean | undefined
  /** What it is told of the request; it counts more than what was sent under the same names. */
  configurable: JsonObject
}

export const readRunRequest = (
  sent: LgRunCreate,
  { thread_id, isStreamed, isProtocol, configurable }: Circumstances,
): { run: RunCreate; kwargs: RunKwargs } => {
  checkCommand(sent, thread_id)
  const { input, context, checkpoint, checkpoint_id } = sent
  const config = sent.config == null ? undefined : readConfig(sent.config)
  if (context != null && Object.keys(config?.configurable ?? {}).length > 0)
    throw refuse('context', 'must not be given with config.configurable')
  const from = { ...readPlace(checkpoint), ...readPlace(checkpoint_id) }
  const modes = sent.stream_mode ?? 'values'
  return {
    run: {
      ...(thread_id !== undefined && { thread_id }),
      assistant_id: assistantIdOf(sent.assistant_id),
      input: isObject(input) ? input : null,
      ...(sent.metadata != null && { metadata: sent.metadata }),
      ...(sent.webhook != null && { webhook: sent.webhook }),
      ...(sent.after_seconds != null && { after_seconds: sent.after_seconds }),
      multitask_strategy: sent.multitask_strategy ?? 'enqueue',
    },
    kwargs: {
      ...(input != null && !isObject(input) && { input }),
      ...(sent.command != null && { command: sent.command as RunCommand }),
      ...configOf(config, configurable),
      ...(context != null && { context }),
      ...(Object.keys(from).length > 0 && { checkpoint: from }),
      ...(sent.interrupt_before != null && { interrupt_before: sent.interrupt_before }),
      ...(sent.interrupt_after != null && { interrupt_after: sent.interrupt_after }),
      stream_mode: Array.isArray(modes) ? modes : [modes],
      stream_subgraphs: sent.stream_subgraphs ?? false,
      stream_resumable: sent.stream_resumable ?? false,
      ...durabilityOf(sent),
      on_completion: sent.on_completion ?? 'delete',
      is_streamed: isStreamed,
      temporary: thread_id === undefined,
      ...(isProtocol === true && { is_protocol: true }),
    },
  }
}

const configOf = (config: RunKwargs['config'], configurable: JsonObject): Pick<RunKwargs, 'config'> => {
  if (Object.keys(configurable).length === 0) return config === undefined ? {} : { config }
  return { config: { ...config, configurable: { ...config?.configurable, ...configurable } } }
}

const durabilityOf = ({ durability, checkpoint_during }: LgRunCreate): Pick<RunKwargs, 'durability'> => {
  if (durability != null) return { durability }
  return checkpoint_during === false ? { durability: 'exit' } : {}
}

const checkCommand = ({ command, input }: LgRunCreate, thread_id: string | undefined): void => {
  if (command == null) return
  if (thread_id === undefined && command.resume !== undefined)
    throw refuse('command', 'You must provide a thread_id when resuming.')
  if (input != null) throw refuse('command', 'must not be given with input')
  if (command.goto != null && ![command.goto].flat().every(isTarget))
    throw refuse('command.goto', 'must name nodes: by their names, or as objects with node and input')
  if (command.update != null && !isUpdate(command.update))
    throw refuse('command.update', 'must be an object, or a list of pairs of key and value')
}

const isTarget = (target: unknown): boolean =>
  typeof target === 'string' || (isObject(target) && typeof target['node'] === 'string')

const isPair = (pair: unknown): boolean =>
  Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string'

const isUpdate = (update: unknown): boolean =>
  isObject(update) || (Array.isArray(update) && update.every(isPair))
