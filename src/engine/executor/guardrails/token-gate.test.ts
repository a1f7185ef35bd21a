import { describe, expect, it } from 'vitest'
import { checkText } from '../../../guardrails/rules/check-text.js'
import type { GuardrailDefinition } from '../../../schema/guardrail.js'
import { prepareGuardrails } from './prepare-guardrails.js'
import { makeTokenGate } from './token-gate.js'

const filter: GuardrailDefinition = { name: 'f', type: 'output_filter', config: { detect_patterns: ['ssn'] } }
const disclaimer: GuardrailDefinition = {
  name: 'd',
  type: 'disclaimer_required',
  config: { text: 'This is not advice.' },
}
const blocking: GuardrailDefinition = {
  name: 'b',
  type: 'output_filter',
  config: { block_patterns: ['never'] },
}

const streamed = (definitions: GuardrailDefinition[], text: string): { parts: string[]; stored: string } => {
  const rules = prepareGuardrails(definitions).rulesFor.finalOutput
  const gate = makeTokenGate(rules)
  const parts = (text.match(/[^]{1,3}/g) ?? []).map((token) => gate.push(token))
  const stored = checkText(rules, text, 'output').text
  return { parts: [...parts, gate.end(stored)], stored }
}

describe('the token gate', () => {
  it.each([
    'Your number is 078-05-1120, as ever.',
    '  Your number is 078-05-1120.',
    '{"number": "078-05-1120"}',
    '\n{"a": 1}',
    '["one", "two"]',
    '\n\n ["one", 2]',
    '```json\n{"a": 1}\n```',
    '[Note] all is well.',
    '   ',
  ])('the streamed tokens together equal the stored output: %j', (text) => {
    for (const definitions of [[filter], [disclaimer], [filter, disclaimer], [filter, blocking]]) {
      const { parts, stored } = streamed(definitions, text)
      expect(parts.join('')).toBe(stored)
    }
  })

  it('streams tokens one by one unless a rule may block, and otherwise everything at the end', () => {
    const text = 'All is well, and has been so for long.'
    expect(streamed([filter], text).parts.filter((part) => part !== '').length).toBeGreaterThan(3)
    expect(streamed([filter, blocking], text).parts.slice(0, -1).join('')).toBe('')
  })
})
