/** Requests to inspect a graph and the state of its threads, outside of any run. */
import type { JsonObject } from './common.js'

export interface CheckpointReference extends JsonObject {
  checkpoint_id?: string
  checkpoint_ns?: string
  checkpoint_map?: JsonObject
}

export type Inspection =
  | { kind: 'state'; checkpoint: CheckpointReference; subgraphs: boolean }
  | {
      kind: 'history'
      limit: number
      before: CheckpointReference | null
      checkpoint: CheckpointReference
      metadata: JsonObject
    }
  | { kind: 'update'; values: unknown; as_node: string | null; checkpoint: CheckpointReference }
  | {
      kind: 'supersteps'
      supersteps: { updates: { values?: unknown; command?: unknown; as_node: string }[] }[]
    }
  /** The values and interrupts that the thread resource shows. */
  | { kind: 'thread_state' }
  | { kind: 'graph'; xray: boolean | number }
  | { kind: 'schemas' }
  | { kind: 'subgraphs'; namespace: string | null; recurse: boolean }
