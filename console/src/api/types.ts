/** The resources of the API by the names that screens use. All shapes come from openapi.json, except those that it cannot describe. */
import type { components } from './schema.d.ts'

type Schemas = components['schemas']

export type Assistant = Schemas['Assistant']
export type Info = Schemas['Info']
export type Health = Schemas['Health']
export type Me = Schemas['Me']
export type Scope = Me['scopes'][number]
export type ServiceNode = Schemas['ServiceNode']
export type ApiKey = Schemas['ApiKey']
export type AuditEntry = Schemas['AuditEntry']
export type ScheduledCron = Schemas['ScheduledCron']
export type StoreItem = Schemas['LangGraphItem']
export type SearchResult = Schemas['SearchResult']
export type View = Schemas['View']

export type Dataset = Schemas['Dataset']
export type DatasetVersion = Schemas['DatasetVersion']
export type Example = Schemas['Example']

export type Evaluation = Schemas['Evaluation']
export type EvaluationResult = Schemas['EvaluationResult']
export type EvaluationComparison = Schemas['EvaluationComparison']
export type Comparison = Schemas['Comparison']
export type ExampleRow = Schemas['ExampleRow']
export type ExampleRowSide = Schemas['ExampleRowSide']
export type ScoreDistribution = Schemas['ScoreDistribution']
export type Calibration = Schemas['Calibration']

export type Thread = Schemas['Thread']
export type Message = Schemas['Message']

export type Run = Schemas['Run']
export type RunStatus = Run['status']
export type RequiredAction = Schemas['RequiredAction']
export type ToolCall = Schemas['ToolCall']

/** A run as lists show it, without `input`, `output` and `required_action`. */
export type RunSummary = Omit<Schemas['RunListItem'], 'input' | 'output' | 'required_action'>

export type RunCounts = Schemas['RunCounts']
export type Operation = Schemas['Operation']
export type Delivery = Schemas['WebhookDelivery']
export type Webhook = Schemas['Webhook']
export type WebhookFigures = Schemas['WebhookFigures']
export type Statistics = Schemas['Statistics']
export type Figures = Schemas['Figures']
export type NodeFigures = Schemas['NodeFigures']

/** An event of a run. Its further fields depend on its type; all have `at`, in milliseconds since the Unix epoch with tenths. */
export type RunEvent = Schemas['RunEvent'] & { at?: number }

/** A page of a list. */
export interface Page<Item> {
  data: Item[]
  has_more: boolean
  next_cursor: string | null
}

/** An entry of `GET /api/v1/events`. The document describes streams as text, so their frames have no schema. */
export interface Change {
  topic: 'runs' | 'threads' | 'evals' | 'deliveries'
  id: string
  /** The new status of the resource, or `deleted`. */
  status: string
  updated_at: string
}
