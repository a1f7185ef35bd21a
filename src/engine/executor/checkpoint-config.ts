/** The keys and settings that LangGraph passes to the checkpoint saver in the config of a run. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { CheckpointMetadata } from '@langchain/langgraph-checkpoint'

const CHECKPOINT_KEYS = new Set(['thread_id', 'run_id', 'checkpoint_id', 'checkpoint_ns', 'checkpoint_map'])

interface Settings {
  settings?: Record<string, unknown>
  includesGraphSettings?: boolean
}

/** Adds the settings of the run, if there are any, and the metadata of its config. */
export const addSettings = (
  metadata: CheckpointMetadata,
  config: RunnableConfig,
  { settings, includesGraphSettings }: Settings,
): object =>
  settings === undefined
    ? metadata
    : {
        ...(includesGraphSettings === true && pickSettings(config)),
        ...settings,
        ...config.metadata,
        ...metadata,
      }

const pickSettings = ({ configurable = {} }: RunnableConfig): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(configurable).filter(([key]) => !key.startsWith('__') && !CHECKPOINT_KEYS.has(key)),
  )

interface CheckpointKeys {
  thread_id?: string
  checkpoint_ns?: string
  checkpoint_id?: string
}

export const getCheckpointKeys = ({ configurable }: RunnableConfig): CheckpointKeys =>
  (configurable ?? {}) as CheckpointKeys
