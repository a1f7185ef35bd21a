import { describe, expect, it } from 'vitest'
import type { Assistant } from '../api/types.ts'
import { listSettings, readOverrides } from './overrides.ts'

const assistant = {
  config: { model: 'gpt-4.1', temperature: 0.2, configurable: { shop: 'acme', thread_id: 'x' } },
  context: {},
} as unknown as Assistant

describe('overrides of the configuration', () => {
  it('lists what the schema and the assistant name, without the keys of LangGraph', () => {
    const settings = listSettings(assistant, undefined, true)
    expect(settings.map(({ field, target, saved }) => [field.name, target, saved])).toEqual([
      ['shop', 'configurable', 'acme'],
      ['model', 'config', 'gpt-4.1'],
      ['temperature', 'config', '0.2'],
      ['max_tokens', 'config', ''],
      ['instructions', 'config', ''],
      ['recursion_limit', 'run', ''],
    ])
  })

  it('sends to the run what a run can override, and saves everything', () => {
    const settings = listSettings(assistant, undefined, true)
    const { run, version, changed } = readOverrides(assistant, settings, {
      shop: 'other',
      temperature: '0.6',
      recursion_limit: '50',
      model: 'gpt-4.1',
    })
    expect(run).toEqual({ config: { configurable: { shop: 'other' }, recursion_limit: 50 } })
    expect(version.config).toEqual({
      model: 'gpt-4.1',
      temperature: 0.6,
      recursion_limit: 50,
      configurable: { shop: 'other', thread_id: 'x' },
    })
    expect(changed).toBe(3)
  })

  it('uses the context of the graph if it has a schema for it', () => {
    const schemas = {
      graph_id: 'g',
      context_schema: { properties: { user: { type: 'string', default: 'anonymous' } } },
    }
    const settings = listSettings(assistant, schemas, false)
    expect(settings.map(({ field }) => field.name)).toEqual(['user', 'recursion_limit'])
    expect(readOverrides(assistant, settings, { user: 'maria' }).run).toEqual({ context: { user: 'maria' } })
  })

  it('a setting that is made empty is removed from the next version', () => {
    const settings = listSettings(assistant, undefined, true)
    const { version } = readOverrides(assistant, settings, { temperature: '' })
    expect(version.config).toHaveProperty('temperature', undefined)
  })

  it('a stored value has the field that fits it', () => {
    const stored = { config: { configurable: { strict: true, tags: ['a', 'b'], limit: 3 } }, context: {} }
    const settings = listSettings(stored as unknown as Assistant, undefined, false)
    expect(settings.map(({ field, saved }) => [field.name, field.kind, saved])).toEqual([
      ['strict', 'boolean', true],
      ['tags', 'lines', 'a\nb'],
      ['limit', 'number', '3'],
      ['recursion_limit', 'number', ''],
    ])
  })

  it('names the field of a wrong value', () => {
    const settings = listSettings(assistant, undefined, true)
    expect(readOverrides(assistant, settings, { temperature: 'warm' }).problems).toEqual({
      temperature: 'must be a number',
    })
  })
})
