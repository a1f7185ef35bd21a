/** A question of a waiting run to a person. */
import type { JsonSchema } from './json-schema.ts'
import { toForm, type Form } from './schema-form.ts'

/** The protocol of an interrupt decides what the graph expects as the reply. */
export type Protocol =
  | 'agent_inbox'
  | 'middleware'
  | 'human_node'
  | 'tool_outputs'
  | 'review'
  | 'breakpoint'
  | 'unknown'
export type Decision = 'approve' | 'respond' | 'reject'

export interface Question {
  /** Unique among the questions of the run. */
  id: string
  /** The interrupt that the reply belongs to; empty if LangGraph is too old to give it an ID. */
  interruptId: string
  protocol: Protocol
  /** How the reply is entered: as fields, as one of several options, freely, or not at all. */
  input: 'fields' | 'options' | 'free' | 'none'
  /** The format in which a free reply is entered at first. */
  format: 'text' | 'json'
  title: string
  /** A longer text for the person, if there is one. */
  text: string | undefined
  /** The tool that the agent wants to call. */
  tool: string | undefined
  form: Form | undefined
  /** The values that the fields have at first. */
  proposed: unknown
  options: string[]
  decisions: Decision[]
  canEdit: boolean
  /** Why an earlier reply was not accepted. */
  problem: string | undefined
  node: string | undefined
  guardrail: { name: string; reason: string } | undefined
  /** The middleware of LangChain.js spells its fields in camel case. */
  isCamelCase: boolean
  raw: unknown
}

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

export const firstLine = (value: string): string => value.split('\n', 1)[0]?.replace(/^#+\s*/, '') ?? ''

export const restOf = (value: string): string | undefined => text(value.split('\n').slice(1).join('\n'))

export const base: Omit<Question, 'id' | 'interruptId' | 'protocol' | 'title' | 'raw'> = {
  input: 'free',
  format: 'text',
  text: undefined,
  tool: undefined,
  form: undefined,
  proposed: undefined,
  options: [],
  decisions: ['approve'],
  canEdit: true,
  problem: undefined,
  node: undefined,
  guardrail: undefined,
  isCamelCase: false,
}

export const asFields = (schema: JsonSchema | undefined, proposed: unknown) => ({
  input: 'fields' as const,
  form: toForm(schema, proposed),
  proposed,
})

/** The schemas of what tools return, by the name of the tool. */
export type OutputSchemas = ReadonlyMap<string, JsonSchema>

export const pickDecisions = (allowed: Record<Decision, boolean>): Decision[] =>
  (['approve', 'respond', 'reject'] as const).filter((decision) => allowed[decision])

/** True if the reply is a decision about something that the agent proposes. */
export const isApproval = ({ protocol }: Question): boolean =>
  protocol === 'agent_inbox' || protocol === 'middleware' || protocol === 'review'
