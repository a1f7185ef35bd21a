/** What the guardrails screen shows of a guardrail, from its definition and its figures. */
import type { Guardrail, GuardrailFigures, GuardrailTypeInfo } from '../api/guardrails.ts'
import { isRecord } from './is-record.ts'

export const STAGES = ['input', 'tool_call', 'tool_result', 'output'] as const
export type Stage = (typeof STAGES)[number]
export const STAGE_WORDS: Record<Stage, string> = {
  input: 'input',
  tool_call: 'tool call',
  tool_result: 'tool result',
  output: 'output',
}

export const ACTIONS = ['warn', 'redact', 'append', 'redirect', 'review', 'block'] as const
export type ActionName = (typeof ACTIONS)[number] | 'pass'
export const isAction = (value: unknown): value is ActionName =>
  value === 'pass' || ACTIONS.some((action) => action === value)

export interface GuardrailRow {
  name: string
  /** Undefined for a guardrail that only an assistant, a policy or a risk profile defines. */
  guardrail: Guardrail | undefined
  figures: GuardrailFigures | undefined
  stages: Stage[]
  action: ActionName | undefined
}

const FIXED_ACTIONS: Partial<Record<Guardrail['type'], ActionName>> = {
  anomaly_detection: 'warn',
  disclaimer_required: 'append',
  human_review: 'review',
}

/** The action from the settings, else the default of the type. */
const actionOf = (
  { type, config }: Guardrail,
  info: GuardrailTypeInfo | undefined,
): ActionName | undefined => {
  const field = type === 'topic_restriction' ? 'action_on_violation' : 'action'
  const properties = info?.config_schema['properties']
  const schema = isRecord(properties) ? properties[field] : undefined
  const action = config[field] ?? (isRecord(schema) ? schema['default'] : undefined)
  return isAction(action) ? action : FIXED_ACTIONS[type]
}

const stagesOf = ({ config }: Guardrail, info: GuardrailTypeInfo | undefined): Stage[] => {
  const chosen = config['stages']
  return Array.isArray(chosen) ? STAGES.filter((stage) => chosen.includes(stage)) : (info?.stages ?? [])
}

export const toRows = (
  guardrails: readonly Guardrail[],
  figures: readonly GuardrailFigures[],
  types: readonly GuardrailTypeInfo[],
): GuardrailRow[] => {
  const named = guardrails.map((guardrail) => {
    const info = types.find(({ type }) => type === guardrail.type)
    return {
      name: guardrail.name,
      guardrail,
      figures: figures.find(({ name }) => name === guardrail.name),
      stages: stagesOf(guardrail, info),
      action: actionOf(guardrail, info),
    }
  })
  const names = new Set(guardrails.map(({ name }) => name))
  const others = figures
    .filter(({ name }) => !names.has(name))
    .map((entry) => ({
      name: entry.name,
      guardrail: undefined,
      figures: entry,
      stages: [],
      action: isAction(entry.action_taken) && entry.action_taken !== 'pass' ? entry.action_taken : undefined,
    }))
  return [...named, ...others].sort((a, b) => (b.figures?.triggers ?? 0) - (a.figures?.triggers ?? 0))
}

/** "every run", "file, every tenant" or where else the guardrail applies. */
export const describeReach = ({ guardrail }: GuardrailRow): string => {
  if (guardrail === undefined) return 'defined by an assistant, a policy or a profile'
  if (!guardrail.enabled) return 'disabled'
  if (guardrail.source === 'file') return 'file, every tenant'
  return guardrail.applies_to === 'all' ? 'every run' : 'where it is named'
}
