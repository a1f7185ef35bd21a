/** Settings of an assistant that a person changes for the next runs, or saves as a new version. */
import type { GraphSchemas } from '../api/dialect.ts'
import type { Assistant } from '../api/types.ts'
import { parseField, toInputForm, type FormField } from './input-form.ts'
import { isRecord } from './messages.ts'

export interface Setting {
  field: FormField
  /** `context` and `configurable` apply to the next run; the others only once they are saved, because a run cannot override them. */
  target: 'context' | 'configurable' | 'config' | 'run'
  /** The value of the assistant as text. */
  saved: string
}

const toText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const makeField = (name: string, type: FormField['type'], description?: string): FormField => ({
  name,
  type,
  description,
  required: false,
  options: [],
  initial: '',
})

const AGENT_FIELDS = [
  makeField('model', 'text', 'provider:model, or a bare model name'),
  makeField('temperature', 'number'),
  makeField('max_tokens', 'integer'),
  makeField('instructions', 'text', 'The system prompt'),
]

/** Keys that LangGraph sets itself. */
const INTERNAL = /^(?:__|thread_id$|run_id$|assistant_id$|graph_id$|checkpoint_|user-agent$|langgraph_)/

const typeOfValue = (value: unknown): FormField['type'] =>
  typeof value === 'string'
    ? 'text'
    : typeof value === 'number'
      ? 'number'
      : typeof value === 'boolean'
        ? 'boolean'
        : 'json'

const readSettings = (
  target: 'context' | 'configurable',
  schema: GraphSchemas['context_schema'],
  stored: Record<string, unknown>,
): Setting[] => {
  const { fields } = toInputForm(schema)
  const known = new Set(fields.map(({ name }) => name))
  const others = Object.entries(stored)
    .filter(([name]) => !known.has(name) && !INTERNAL.test(name))
    .map(([name, value]) => makeField(name, typeOfValue(value)))
  return [...fields.filter(({ name }) => !INTERNAL.test(name)), ...others].map((field) => ({
    field,
    target,
    saved: field.name in stored ? toText(stored[field.name]) : field.initial,
  }))
}

export const listSettings = (
  assistant: Assistant,
  schemas: GraphSchemas | undefined,
  isBuiltIn: boolean,
): Setting[] => {
  const { config } = assistant
  const configurable = isRecord(config['configurable']) ? config['configurable'] : {}
  const context = readSettings('context', schemas?.context_schema, assistant.context)
  return [
    ...context,
    // The service rejects a run with both.
    ...(context.length > 0 ? [] : readSettings('configurable', schemas?.config_schema, configurable)),
    ...(isBuiltIn
      ? AGENT_FIELDS.map((field): Setting => ({ field, target: 'config', saved: toText(config[field.name]) }))
      : []),
    {
      field: makeField('recursion_limit', 'integer', 'Steps after which a run is ended'),
      target: 'run',
      saved: toText(config['recursion_limit']),
    },
  ]
}

export type SettingTexts = Readonly<Record<string, string>>

export const isChanged = ({ field, saved }: Setting, texts: SettingTexts): boolean =>
  texts[field.name] !== undefined && texts[field.name] !== saved

export interface Overrides {
  config?: Record<string, unknown>
  context?: Record<string, unknown>
}

interface ReadOverrides {
  /** For the next run. */
  run: Overrides
  /** For a new version of the assistant. */
  version: { config: Record<string, unknown>; context: Record<string, unknown> }
  problems: Record<string, string>
  changed: number
}

export const readOverrides = (
  assistant: Assistant,
  settings: Setting[],
  texts: SettingTexts,
): ReadOverrides => {
  const problems: Record<string, string> = {}
  const values: Record<Setting['target'], Record<string, unknown>> = {
    context: {},
    configurable: {},
    config: {},
    run: {},
  }
  const changedSettings = settings.filter((setting) => isChanged(setting, texts))
  for (const { field, target } of changedSettings)
    try {
      values[target][field.name] = parseField(field, texts[field.name] ?? '')
    } catch (error) {
      problems[field.name] = (error as Error).message
    }
  const configurable = isRecord(assistant.config['configurable']) ? assistant.config['configurable'] : {}
  const has = (target: Setting['target']): boolean => Object.keys(values[target]).length > 0
  const runConfig = { ...values.run, ...(has('configurable') && { configurable: values.configurable }) }
  return {
    run: {
      ...(Object.keys(runConfig).length > 0 && { config: runConfig }),
      ...(has('context') && { context: { ...assistant.context, ...values.context } }),
    },
    version: {
      config: {
        ...assistant.config,
        ...values.config,
        ...values.run,
        ...(has('configurable') && { configurable: { ...configurable, ...values.configurable } }),
      },
      context: { ...assistant.context, ...values.context },
    },
    problems,
    changed: changedSettings.length,
  }
}
