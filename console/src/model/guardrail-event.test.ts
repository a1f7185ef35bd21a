import { expect, test } from 'vitest'
import type { RunEvent } from '../api/types.ts'
import { describeFinding, readGuardrailEvent } from './guardrail-event.ts'

const event = (fields: object): RunEvent => ({ type: 'guardrail.triggered', seq: 1, ...fields }) as RunEvent

test('an event says what a guardrail found, where and why', () => {
  const finding = readGuardrailEvent(
    event({
      guardrail: 'pii',
      guardrail_type: 'output_filter',
      action: 'redact',
      category: 'email',
      stage: 'tool_result',
      score: null,
      detector: 'lexical',
      reason: 'redacted email',
      spans: [{ start: 9, end: 25, label: 'email' }],
    }),
  )
  expect(finding?.matches).toEqual([{ label: 'email', start: 9, end: 25 }])
  expect(finding && describeFinding(finding)).toBe(
    'pii: redact in the tool result; redacted email; email at characters 9 to 25; lexical',
  )
})

test('an event of an earlier version without spans is still described, and other events are not findings', () => {
  const finding = readGuardrailEvent(
    event({ guardrail: 'safety', action: 'block', stage: 'input', score: 0.9 }),
  )
  expect(finding && describeFinding(finding)).toBe('safety: block in the input; score 0.90')
  expect(readGuardrailEvent(event({ type: 'guardrail.checked' }))).toBeUndefined()
})
