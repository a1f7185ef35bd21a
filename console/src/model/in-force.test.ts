import { expect, test } from 'vitest'
import type { Guardrail, Policy, Profile } from '../api/guardrails.ts'
import { listInForce } from './in-force.ts'

const guardrail = (name: string, fields: Partial<Guardrail> = {}): Guardrail => ({
  id: name,
  guardrail_id: name,
  name,
  type: 'output_filter',
  enabled: true,
  applies_to: 'all',
  config: { action: 'redact' },
  source: 'api',
  created_at: '',
  updated_at: '',
  ...fields,
})

const GOVERNANCE = {
  guardrails: [
    guardrail('pii', { source: 'file' }),
    guardrail('tone'),
    guardrail('off', { enabled: false }),
    guardrail('mail', { applies_to: 'named' }),
  ],
  policies: [{ name: 'finance', guardrails: ['mail'] } as unknown as Policy],
  profiles: [] as Profile[],
}

const write = (config: Record<string, unknown>, graph_schema: Record<string, unknown> = {}): string[] =>
  listInForce({ config, graph_schema, version: 3 }, GOVERNANCE).map(
    ({ name, rule, source, origin, isMissing }) =>
      `${name} (${rule}) ${source} ${origin}${isMissing === true ? ' !' : ''}`,
  )

test('guardrails of the file, the tenant, the policy and the version are named with their origin', () => {
  expect(write({ policy: 'finance', guardrails: ['mail', { name: 'own', type: 'human_review' }] })).toEqual([
    'pii (output_filter: redact) File every run',
    'tone (output_filter: redact) Tenant every run',
    'mail (output_filter: redact) Policy finance',
    'mail (output_filter: redact) Version 3',
    'own (human_review) Version 3',
  ])
})

test('a guardrail, policy or profile that does not exist is marked', () => {
  const rows = write({ policy: 'gone', risk_profile: 'low_risk', guardrails: ['lost'] }).slice(2)
  expect(rows).toEqual([
    'gone (does not exist) Policy gone !',
    'low_risk (does not exist) Profile low_risk !',
    'lost (does not exist) Version 3 !',
  ])
})

test('tools of the version and of nodes are named with their origin', () => {
  const nodes = [
    { id: 'price', type: 'tool', tool: 'calculator' },
    { id: 'reply', type: 'llm', tools: [{ type: 'function', function: { name: 'lookup' } }] },
  ]
  expect(write({ tools: ['calculator'] }, { nodes }).slice(0, 3)).toEqual([
    'calculator (built in) Version 3',
    'calculator (built in) Node price',
    'lookup (run by the client) Node reply',
  ])
})
