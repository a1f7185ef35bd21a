/** The resources of the API by the names that screens use. */
import type { components } from './schema.d.ts'

type Schemas = components['schemas']

export type Assistant = Schemas['Assistant']
export type Info = Schemas['Info']
export type Health = Schemas['Health']
export type RequiredAction = Schemas['RequiredAction']
export type ToolCall = Schemas['ToolCall']
export type Thread = Schemas['Thread']
export type Message = Schemas['Message']
export type RunStatus = Schemas['Run']['status']

export type Scope = 'read' | 'write' | 'admin'

export interface Me {
  tenant: string
  name: string
  credential: 'none' | 'configured_key' | 'api_key' | 'jwt' | 'user'
  key_id: string | null
  scopes: Scope[]
  expires_at: string | null
}

export interface Cost {
  usd: string | null
  unpriced_models: string[]
}

/** A run as the list shows it; the list leaves out `input`, `output` and `required_action`. */
export type RunSummary = Omit<Schemas['Run'], 'input' | 'output' | 'required_action'> & {
  cost: Cost | null
  preview: string | null
  guardrail_outcome: 'passed' | 'flagged' | 'blocked' | null
  queue_ms: number | null
  duration_ms: number | null
  tries: number
  available_at: string | null
  lease_owner: string | null
  lease_expires_at: string | null
  waiting_since: string | null
  action_expires_at: string | null
  reserved_by: string | null
  reserved_until: string | null
  created_by: string | null
  retry_of: string | null
}

export type Run = Schemas['Run'] & RunSummary

/** An event of a run; its further fields depend on its type. */
export interface RunEvent {
  seq: number
  type: string
  run_id: string
  thread_id: string
  timestamp: string
  /** Milliseconds since the Unix epoch, with tenths. */
  at?: number
  [field: string]: unknown
}

export interface RunEventPage {
  data: RunEvent[]
  has_more: boolean
  next_after: number | null
}

export interface Page<Item> {
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

export interface RunCounts {
  total: number
  capped: boolean
  by: string | null
  counts: { value: string; count: number; capped: boolean }[]
}

export interface Operation {
  operation_id: string
  action: 'cancel' | 'rerun' | 'delete'
  status: 'running' | 'completed'
  dry_run: boolean
  total: number
  done: number
  failed: number
  capped: boolean
  errors: { run_id: string; code: string; message: string }[]
}

export type Delivery = Schemas['WebhookDelivery']

export interface View {
  view_id: string
  name: string
  screen: string
  query: string
  shared: boolean
  created_by: string
}

export interface SearchResult {
  type: 'run' | 'thread' | 'assistant' | 'dataset' | 'evaluation' | 'webhook'
  id: string
  title: string
  subtitle: string | null
  updated_at: string
}

export interface ServiceNode {
  node_id: string
  version: string
  role: 'all' | 'api' | 'worker'
  is_alive: boolean
  executing: number
  draining: boolean
}

export interface Change {
  topic: 'runs' | 'threads' | 'evals' | 'deliveries'
  id: string
  status: string
  updated_at: string
}
