/** What is asked of a graph and of the state of its threads, outside of any run. */
import type { JsonObject } from './common.js'

export interface CheckpointPlace extends JsonObject {
  checkpoint_id?: string
  checkpoint_ns?: string
  checkpoint_map?: JsonObject
}

export type Inspection =
  | { kind: 'state'; checkpoint: CheckpointPlace; subgraphs: boolean }
  | {
      kind: 'history'
      limit: number
      before: CheckpointPlace | null
      checkpoint: CheckpointPlace
      metadata: JsonObject
    }
  | { kind: 'update'; values: unknown; as_node: string | null; checkpoint: CheckpointPlace }
  | {
      kind: 'supersteps'
      supersteps: { updates: { values?: unknown; command?: unknown; as_node: string }[] }[]
    }
  /** What a thread is to show of its state. */
  | { kind: 'shown' }
  | { kind: 'graph'; xray: boolean | number }
  | { kind: 'schemas' }
  | { kind: 'subgraphs'; namespace: string | null; recurse: boolean }
