import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../schema/common.js'
import { compileCriterion, type RuleCriterion } from '../criterion.js'
import { toOutputText } from '../score.js'

describe('json_schema', () => {
  const schema = { type: 'object', required: ['answer'] }
  const score = (output: JsonObject, config: JsonObject = {}) =>
    (
      compileCriterion({
        name: 'c',
        scorer: 'json_schema',
        config: { schema, ...config },
      }) as RuleCriterion
    ).score({
      input: null,
      output,
      text: toOutputText(output),
      expected: null,
      run: { latency_ms: 1, usage: null, cost: null, tool_calls: [], guardrail_outcome: null, error: null },
    })

  it('json_schema checks the JSON in the output text, otherwise the output', () => {
    expect(score({ response: '{"answer": 1}' }).passed).toBe(true)
    expect(score({ response: '{"other": 1}' })).toMatchObject({ passed: false, explanation: 'The output does not match the schema: answer is required.' }) // prettier-ignore
    expect(score({ answer: 1 }).passed).toBe(true)
    expect(score({ response: 'text', answer: 1 }).passed).toBe(true)
    expect(score({ response: 'text' }).passed).toBe(false)
    expect(score({ draft: '{"answer": 1}' }, { field: 'draft' }).passed).toBe(true)
  })
})
