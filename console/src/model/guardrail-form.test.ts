import { expect, test } from 'vitest'
import type { GuardrailTypeInfo } from '../api/guardrails.ts'
import { toDrafts } from './form-drafts.ts'
import { readConfig, readPatterns, toConfigForm, toFieldProblems, toPatternDraft } from './guardrail-form.ts'

const FILTER: GuardrailTypeInfo = {
  type: 'output_filter',
  description: '',
  stages: ['output'],
  config_schema: {
    type: 'object',
    properties: {
      detect_patterns: { description: 'Patterns.' },
      action: { type: 'string', enum: ['redact', 'block'], default: 'redact' },
      stages: {
        type: 'array',
        items: { type: 'string', enum: ['input', 'output'] },
        default: ['output'],
        minItems: 1,
      },
    },
  },
}

test('patterns in every accepted form become names and lines, and lines become patterns', () => {
  const draft = toPatternDraft(['ssn', { badge: 'B-\\d{6}' }, { name: 'room', pattern: 'R:\\d+' }])
  expect(draft).toEqual({ builtIn: ['ssn'], own: 'badge: B-\\d{6}\nroom: R:\\d+' })
  expect(toPatternDraft({ badge: 'B-\\d' })).toEqual({ builtIn: [], own: 'badge: B-\\d' })
  expect(readPatterns(draft)).toEqual({ patterns: ['ssn', { badge: 'B-\\d{6}' }, { room: 'R:\\d+' }] })
  expect(readPatterns({ builtIn: [], own: 'badge' }).problem).toContain('name: expression')
})

test('defaults are sent only if they were set before', () => {
  const read = (config: Record<string, unknown>, changes: Record<string, string> = {}) => {
    const form = toConfigForm(FILTER, config)
    const drafts = { ...toDrafts(form, config), ...changes }
    return readConfig(form, drafts, toPatternDraft(config['detect_patterns']), config)
  }
  expect(read({ detect_patterns: ['ssn'] })).toEqual({ config: { detect_patterns: ['ssn'] }, problems: {} })
  expect(read({ action: 'redact' }).config).toEqual({ action: 'redact' })
  expect(read({}, { action: 'block', stages: 'input\noutput' }).config).toEqual({
    action: 'block',
    stages: ['input', 'output'],
  })
})

test('problems of the service belong to the field of their path', () => {
  expect(
    toFieldProblems({
      'config/threshold': 'must be <= 1',
      name: 'is taken',
      'config/detect_patterns/0': 'x',
    }),
  ).toEqual({ threshold: 'must be <= 1', name: 'is taken', detect_patterns: 'x' })
})
