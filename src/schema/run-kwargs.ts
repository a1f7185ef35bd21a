/** Execution options of a run of the LangGraph API, stored with the run. */
import type { JsonObject } from './common.js'

export const STREAM_MODES = [
  'values',
  'updates',
  'messages',
  'messages-tuple',
  'tasks',
  'checkpoints',
  'events',
  'debug',
  'custom',
  'tools',
] as const
export type StreamMode = (typeof STREAM_MODES)[number]

export const DURABILITIES = ['sync', 'async', 'exit'] as const

export interface RunCommand {
  update?: JsonObject | [string, unknown][] | null
  resume?: unknown
  goto?: unknown
}

/** Options of a native run that override the config of its assistant. */
export interface RunOverrides {
  /** The checkpoint from which the run starts. Default: the latest one of the thread. */
  checkpoint_id?: string
  overrides: { temperature?: number; top_p?: number; max_tokens?: number; tools?: unknown[] }
}

export interface RunKwargs {
  /** Any value: the input of a graph need not be an object. */
  input?: unknown
  command?: RunCommand
  config?: { configurable?: JsonObject; tags?: string[]; recursion_limit?: number } & JsonObject
  context?: JsonObject
  /** Metadata of the run, which is copied to its checkpoints; added when the run is executed. */
  metadata?: JsonObject
  checkpoint?: JsonObject
  interrupt_before?: '*' | string[]
  interrupt_after?: '*' | string[]
  stream_mode: StreamMode[]
  stream_subgraphs: boolean
  stream_resumable: boolean
  durability?: (typeof DURABILITIES)[number]
  /** Whether the thread is deleted when the run has ended. */
  on_completion: 'delete' | 'keep'
  /** True if stream events are stored, so that clients can follow the run. */
  is_streamed: boolean
  temporary: boolean
  /** True if the run is streamed with the agent streaming protocol, which needs checkpoint ids. */
  is_protocol?: boolean
}

/** True if the run was created by the native API. */
export const isRunOverrides = (kwargs: RunKwargs | RunOverrides): kwargs is RunOverrides =>
  'overrides' in kwargs

/** What the SDKs send if nothing else is asked for. Most runs have these values, so they are not stored. */
const DEFAULTS = {
  stream_mode: ['values'],
  stream_subgraphs: false,
  stream_resumable: false,
  on_completion: 'delete',
  is_streamed: false,
  temporary: false,
} as const satisfies Partial<RunKwargs>

/** Returns the text of `runs.kwargs`. */
export const serializeKwargs = (kwargs: RunKwargs | RunOverrides): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(kwargs).filter(([name, value]) => !isDefault(name, value))),
  )

const isDefault = (name: string, value: unknown): boolean =>
  Object.hasOwn(DEFAULTS, name) && JSON.stringify(value) === JSON.stringify((DEFAULTS as JsonObject)[name])

export const parseKwargs = (text: string): RunKwargs | RunOverrides => {
  const kwargs = JSON.parse(text) as Partial<RunKwargs> | RunOverrides
  return 'overrides' in kwargs ? kwargs : { ...DEFAULTS, stream_mode: [...DEFAULTS.stream_mode], ...kwargs }
}

/** True if the stored kwargs belong to a run that was created by the LangGraph API. */
export const usesLangGraphApi = (kwargs: string | null): boolean =>
  kwargs !== null && !isRunOverrides(parseKwargs(kwargs))
