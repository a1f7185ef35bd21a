/** How a run of the LangGraph dialect is to be executed, as it is kept with the run. */
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

/** A run of ours that sets some of its assistant's config differently: how its model answers, and with which tools. */
export interface RunOverrides {
  overrides: { temperature?: number; top_p?: number; max_tokens?: number; tools?: unknown[] }
}

export interface RunKwargs {
  /** Anything: a graph's input need not be an object. */
  input?: unknown
  command?: RunCommand
  config?: { configurable?: JsonObject; tags?: string[]; recursion_limit?: number } & JsonObject
  context?: JsonObject
  /** Of the run, which its checkpoints carry; added when it is executed. */
  metadata?: JsonObject
  checkpoint?: JsonObject
  interrupt_before?: '*' | string[]
  interrupt_after?: '*' | string[]
  stream_mode: StreamMode[]
  stream_subgraphs: boolean
  stream_resumable: boolean
  durability?: (typeof DURABILITIES)[number]
  /** Whether its thread goes when it has ended. */
  on_completion: 'delete' | 'keep'
  /** Whether what it streams is stored, so that it can be followed. */
  is_streamed: boolean
  temporary: boolean
  /** Whether it is told by the agent streaming protocol, which needs the ids of checkpoints. */
  is_protocol?: boolean
}

/** Of a run that was not made in the LangGraph dialect. */
export const isRunOverrides = (kwargs: RunKwargs | RunOverrides): kwargs is RunOverrides =>
  'overrides' in kwargs

/** Whether a run was made in the LangGraph dialect, by what is kept with it. */
export const usesLangGraphApi = (kwargs: string | null): boolean =>
  kwargs !== null && !isRunOverrides(JSON.parse(kwargs) as RunKwargs | RunOverrides)
