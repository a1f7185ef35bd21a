/** Converts a LangGraph request for a run to a native run request and its kwargs. */
import { validationError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import { isObject, type JsonObject } from '../../schema/common.js'
import type { LangGraphRunCreate } from '../../schema/langgraph-run.js'
import type { RunCreate } from '../../schema/run.js'
import type { RunCommand, RunKwargs } from '../../schema/run-kwargs.js'
import { builtInAssistantId } from '../built-in-graph.js'
import { parseCheckpoint, parseConfig } from './parse-config.js'

/** Clients may name an assistant by its graph ID, which stands for the graph's built-in assistant. */
export const toAssistantId = (idOrGraphId: string): string =>
  isUuid(idOrGraphId) ? idOrGraphId.toLowerCase() : builtInAssistantId(idOrGraphId)

interface RunContext {
  /** Undefined for a stateless run, which gets a thread of its own. */
  thread_id: string | undefined
  /** True if clients may stream the run, so its stream events are stored. */
  isStreamed: boolean
  /** True if the run was created by the agent streaming protocol. */
  isProtocol?: boolean | undefined
  /** Fields of the request for `config.configurable`; they override fields of the same name in the body. */
  configurable: JsonObject
}

export const parseLangGraphRun = (
  body: LangGraphRunCreate,
  { thread_id, isStreamed, isProtocol, configurable }: RunContext,
): { run: RunCreate; kwargs: RunKwargs } => {
  checkCommand(body, thread_id)
  const { input, context, checkpoint, checkpoint_id } = body
  const config = body.config == null ? undefined : parseConfig(body.config)
  if (context != null && Object.keys(config?.configurable ?? {}).length > 0)
    throw validationError('context', 'must not be given with config.configurable')
  const startCheckpoint = { ...parseCheckpoint(checkpoint), ...parseCheckpoint(checkpoint_id) }
  const modes = body.stream_mode ?? 'values'
  return {
    run: {
      ...(thread_id !== undefined && { thread_id }),
      assistant_id: toAssistantId(body.assistant_id),
      input: isObject(input) ? input : null,
      ...(body.metadata != null && { metadata: body.metadata }),
      ...(body.webhook != null && { webhook: body.webhook }),
      ...(body.after_seconds != null && { after_seconds: body.after_seconds }),
      multitask_strategy: body.multitask_strategy ?? 'enqueue',
    },
    kwargs: {
      ...(input != null && !isObject(input) && { input }),
      ...(body.command != null && { command: body.command as RunCommand }),
      ...mergeConfigurable(config, configurable),
      ...(context != null && { context }),
      ...(Object.keys(startCheckpoint).length > 0 && { checkpoint: startCheckpoint }),
      ...(body.interrupt_before != null && { interrupt_before: body.interrupt_before }),
      ...(body.interrupt_after != null && { interrupt_after: body.interrupt_after }),
      stream_mode: Array.isArray(modes) ? modes : [modes],
      stream_subgraphs: body.stream_subgraphs ?? false,
      stream_resumable: body.stream_resumable ?? false,
      ...toDurability(body),
      on_completion: body.on_completion ?? 'delete',
      is_streamed: isStreamed,
      temporary: thread_id === undefined,
      ...(isProtocol === true && { is_protocol: true }),
    },
  }
}

const mergeConfigurable = (
  config: RunKwargs['config'],
  configurable: JsonObject,
): Pick<RunKwargs, 'config'> => {
  if (Object.keys(configurable).length === 0) return config === undefined ? {} : { config }
  return { config: { ...config, configurable: { ...config?.configurable, ...configurable } } }
}

const toDurability = ({
  durability,
  checkpoint_during,
}: LangGraphRunCreate): Pick<RunKwargs, 'durability'> => {
  if (durability != null) return { durability }
  return checkpoint_during === false ? { durability: 'exit' } : {}
}

const checkCommand = ({ command, input }: LangGraphRunCreate, thread_id: string | undefined): void => {
  if (command == null) return
  if (thread_id === undefined && command.resume !== undefined)
    throw validationError('command', 'You must provide a thread_id when resuming.')
  if (input != null) throw validationError('command', 'must not be given with input')
  if (command.goto != null && ![command.goto].flat().every(isGotoTarget))
    throw validationError(
      'command.goto',
      'must name nodes: by their names, or as objects with node and input',
    )
  if (command.update != null && !isUpdate(command.update))
    throw validationError('command.update', 'must be an object, or a list of pairs of key and value')
}

const isGotoTarget = (target: unknown): boolean =>
  typeof target === 'string' || (isObject(target) && typeof target['node'] === 'string')

const isPair = (pair: unknown): boolean =>
  Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string'

const isUpdate = (update: unknown): boolean =>
  isObject(update) || (Array.isArray(update) && update.every(isPair))
