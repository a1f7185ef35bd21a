/**
 * The config of a thread. As on LangGraph's server, every run adds its config to that of its thread, and later runs of the thread inherit
 * `configurable`: values of the run override those of the thread, which override those of the assistant. A thread also keeps the values
 * that its assistant had, so a later version of the assistant or another assistant does not change them.
 */
import type { JsonObject } from '../../schema/common.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { Row } from '../../store/sql/tables.js'

type ConfigFields = NonNullable<RunKwargs['config']>

/** Keys of `configurable` that describe one run: its IDs and the checkpoint from which it starts. */
const RUN_KEYS = new Set([
  'run_id',
  'thread_id',
  'assistant_id',
  'graph_id',
  'checkpoint_id',
  'checkpoint_ns',
  'checkpoint_map',
])

/** Headers and the user of a request must not reach runs that other requests create. */
const isRequestKey = (key: string): boolean =>
  key === 'user-agent' || key.startsWith('x-') || key.startsWith('langgraph_auth_') || key.startsWith('__')

const isKept = (key: string): boolean => !RUN_KEYS.has(key) && !isRequestKey(key)

const pickKept = (configurable: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries(configurable).filter(([key]) => isKept(key)))

/** Fields such as the model and the tools of a native assistant are not part of a LangGraph config. */
const pickConfigFields = (assistant: Pick<Row<'assistants'>, 'config'>): ConfigFields => {
  const { configurable, tags, metadata, recursion_limit } = JSON.parse(assistant.config) as ConfigFields
  return {
    ...(configurable !== undefined && { configurable }),
    ...(tags !== undefined && { tags }),
    ...(metadata !== undefined && { metadata }),
    ...(recursion_limit !== undefined && { recursion_limit }),
  }
}

const parseThreadConfig = (config: string | null): ConfigFields =>
  config === null ? {} : (JSON.parse(config) as ConfigFields)

/** Returns the kwargs with the inherited `configurable`, and the config that the thread has after the run was created. */
export const inheritConfig = (
  assistant: Pick<Row<'assistants'>, 'config'>,
  thread: Pick<Row<'threads'>, 'config' | 'status'>,
  kwargs: RunKwargs,
): { kwargs: RunKwargs; threadConfig: string | null } => {
  const assistantConfig = pickConfigFields(assistant)
  const threadConfig = parseThreadConfig(thread.config)
  const runConfig = kwargs.config ?? {}
  const inherited = { ...assistantConfig.configurable, ...threadConfig.configurable }
  const configurable = withUserId({ ...inherited, ...runConfig.configurable })
  const keptConfig = {
    ...assistantConfig,
    ...threadConfig,
    ...runConfig,
    configurable: pickKept({ ...inherited, ...runConfig.configurable }),
  }
  return {
    kwargs:
      Object.keys(configurable).length === 0 ? kwargs : { ...kwargs, config: { ...runConfig, configurable } },
    // A run that waits for another run of the thread does not change the config of the thread.
    threadConfig: thread.status === 'busy' ? thread.config : JSON.stringify(keptConfig),
  }
}

/** The config with which the state of a thread is read: that of the assistant, with the values that the runs of the thread had. */
export const mergeThreadConfig = (
  assistantConfig: JsonObject,
  { config }: Pick<Row<'threads'>, 'config'>,
): JsonObject => {
  const configurable = {
    ...(assistantConfig as ConfigFields).configurable,
    ...parseThreadConfig(config).configurable,
  }
  return Object.keys(configurable).length === 0 ? assistantConfig : { ...assistantConfig, configurable }
}

/** Graphs may read the user from `user_id`, unless the client or the assistant sets it. */
const withUserId = (configurable: JsonObject): JsonObject => {
  const user_id = configurable['user_id'] ?? configurable['langgraph_auth_user_id']
  return user_id == null ? configurable : { ...configurable, user_id }
}
