/** Settings of an assistant that a person changes for the next runs, or saves as a new version. */
import type { GraphSchemas } from '../api/dialect.ts'
import type { Assistant } from '../api/types.ts'
import { problemOf, readForm, toDrafts, type Draft, type Drafts } from './form-drafts.ts'
import { type JsonSchema } from './json-schema.ts'
import { toForm, type Form, type FormField } from './schema-form.ts'
import { isRecord } from './is-record.ts'

type Target = 'context' | 'configurable' | 'config' | 'run'

export interface Setting {
  field: FormField
  /** The schema that the field belongs to, for references. */
  root: JsonSchema
  /** `context` and `configurable` apply to the next run; the others only once they are saved, because a run cannot override them. */
  target: Target
  /** The value of the assistant as it is shown in the field. */
  saved: Draft
}

/** No setting is required, because an assistant may leave it out. */
const toSettings = (target: Target, form: Form, stored: Record<string, unknown>): Setting[] => {
  const drafts = toDrafts(form, stored)
  return form.fields.map((field) => ({
    field: { ...field, required: false },
    root: form.root,
    target,
    saved: drafts[field.name] ?? '',
  }))
}

const AGENT_SCHEMA: JsonSchema = {
  properties: {
    model: { type: 'string', description: 'provider:model, or a bare model name' },
    temperature: { type: 'number' },
    max_tokens: { type: 'integer' },
    instructions: { type: 'string', format: 'textarea', description: 'The system prompt' },
  },
}

const RUN_SCHEMA: JsonSchema = {
  properties: { recursion_limit: { type: 'integer', description: 'Steps after which a run is ended' } },
}

/** Keys that LangGraph sets itself. */
const INTERNAL = /^(?:__|thread_id$|run_id$|assistant_id$|graph_id$|checkpoint_|user-agent$|langgraph_)/

const withoutInternal = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !INTERNAL.test(name)))

/** What the schema names and what the assistant has stored. */
const readSettings = (
  target: 'context' | 'configurable',
  schema: GraphSchemas['context_schema'],
  values: Record<string, unknown>,
): Setting[] => {
  const declared = withoutInternal(isRecord(schema?.['properties']) ? schema['properties'] : {})
  const stored = withoutInternal(values)
  if (Object.keys(declared).length === 0)
    return Object.keys(stored).length === 0 ? [] : toSettings(target, toForm(undefined, stored), stored)
  return toSettings(target, toForm({ ...schema, properties: declared, required: [] }, stored), stored)
}

const settingsOf = (target: Target, schema: JsonSchema, config: Record<string, unknown>): Setting[] => {
  const names = Object.keys(schema['properties'] as object)
  const stored = Object.fromEntries(Object.entries(config).filter(([name]) => names.includes(name)))
  return toSettings(target, toForm(schema, stored), stored)
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
    ...(isBuiltIn ? settingsOf('config', AGENT_SCHEMA, config) : []),
    ...settingsOf('run', RUN_SCHEMA, config),
  ]
}

/** What a person has entered, by the name of the setting. */
export type SettingDrafts = Readonly<Drafts>

export const isChanged = ({ field, saved }: Setting, drafts: SettingDrafts): boolean =>
  drafts[field.name] !== undefined && drafts[field.name] !== saved

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
  drafts: SettingDrafts,
): ReadOverrides => {
  const problems: Record<string, string> = {}
  const values: Record<Target, Record<string, unknown>> = {
    context: {},
    configurable: {},
    config: {},
    run: {},
  }
  const changedSettings = settings.filter((setting) => isChanged(setting, drafts))
  for (const { field, root, target } of changedSettings) {
    const reading = readForm({ fields: [field], isSingle: false, root, isInferred: false }, drafts)
    const problem = problemOf(reading.problems, field.name)
    if (problem !== undefined) problems[field.name] = problem
    // A setting without a value is removed.
    else values[target][field.name] = (reading.value as Record<string, unknown>)[field.name]
  }
  const configurable = isRecord(assistant.config['configurable']) ? assistant.config['configurable'] : {}
  const has = (target: Target): boolean => Object.keys(values[target]).length > 0
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
