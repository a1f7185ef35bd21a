/** The form of a guardrail: what a person enters, and the definition that it becomes. */
import type { Guardrail, GuardrailTypeInfo } from '../api/guardrails.ts'
import { readForm, withoutDefaults, type Drafts } from './form-drafts.ts'
import { isRecord } from './is-record.ts'
import { toForm, type Form } from './schema-form.ts'

/** The patterns of `output_filter`: names of built-in ones, and own ones as lines of `name: expression`. */
export interface PatternDraft {
  builtIn: string[]
  own: string
}

const toEntries = (patterns: unknown): [name: string, expression: string | undefined][] => {
  if (isRecord(patterns)) return Object.entries(patterns).map(([name, value]) => [name, String(value)])
  if (!Array.isArray(patterns)) return []
  return patterns.flatMap((entry: unknown): [string, string | undefined][] => {
    if (typeof entry === 'string') return [[entry, undefined]]
    if (!isRecord(entry)) return []
    const { name, pattern } = entry
    if (typeof name === 'string' && typeof pattern === 'string') return [[name, pattern]]
    return Object.entries(entry).map(([key, value]) => [key, String(value)])
  })
}

export const toPatternDraft = (patterns: unknown): PatternDraft => {
  const entries = toEntries(patterns)
  return {
    builtIn: entries.flatMap(([name, expression]) => (expression === undefined ? [name] : [])),
    own: entries
      .flatMap(([name, expression]) => (expression === undefined ? [] : [`${name}: ${expression}`]))
      .join('\n'),
  }
}

export const readPatterns = ({ builtIn, own }: PatternDraft): { patterns: unknown[]; problem?: string } => {
  const lines = own.split('\n').filter((line) => line.trim() !== '')
  const wrong = lines.find((line) => !/^[^:]+:\s*\S/.test(line))
  if (wrong !== undefined)
    return { patterns: [], problem: `“${wrong.trim()}” is not of the form name: expression` }
  const entries = lines.map((line) => {
    const colon = line.indexOf(':')
    return { [line.slice(0, colon).trim()]: line.slice(colon + 1).trim() }
  })
  return { patterns: [...builtIn, ...entries] }
}

/** The settings as a form. Patterns have a field of their own. */
export const toConfigForm = (info: GuardrailTypeInfo, config: Guardrail['config']): Form => {
  const properties = isRecord(info.config_schema['properties']) ? info.config_schema['properties'] : {}
  const { detect_patterns: _patterns, ...others } = properties
  const { detect_patterns: _used, ...values } = config
  return toForm({ ...info.config_schema, properties: others }, values)
}

export interface ConfigReading {
  config: Record<string, unknown>
  problems: Record<string, string>
}

export const readConfig = (
  form: Form,
  drafts: Drafts,
  patterns: PatternDraft | undefined,
  before: Guardrail['config'],
): ConfigReading => {
  const { value, problems } = readForm(form, drafts)
  const config = withoutDefaults(form, isRecord(value) ? value : {}, before)
  if (patterns === undefined) return { config, problems }
  const read = readPatterns(patterns)
  return {
    config: read.patterns.length === 0 ? config : { detect_patterns: read.patterns, ...config },
    problems: read.problem === undefined ? problems : { ...problems, detect_patterns: read.problem },
  }
}

/** Problems that the service reported, by the name of the field: `config/threshold` belongs to `threshold`. */
export const toFieldProblems = (details: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([path, problem]) => {
      const [first = '', second] = path.split('/')
      const name = first === 'config' && second !== undefined ? second : first
      return typeof problem === 'string' ? [[name, problem]] : []
    }),
  )
