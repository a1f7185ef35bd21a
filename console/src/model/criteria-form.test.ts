import { describe, expect, it } from 'vitest'
import { findCriterionProblems, newCriterion, toCriterion } from './criteria-form.ts'

describe('the form of a criterion', () => {
  it('fields become the config, with numbers as numbers and empty fields left out', () => {
    const draft = { ...newCriterion(1, 'length'), name: ' short ', values: { max: '400', min: ' ' } }
    expect(toCriterion(draft)).toEqual({ name: 'short', scorer: 'length', config: { max: 400 } })
  })

  it('a judge uses its rubric, or else a criterion, whose name is the default name', () => {
    expect(toCriterion(newCriterion(1, 'llm_judge'))).toEqual({
      name: 'helpfulness',
      scorer: 'llm_judge',
      config: { criteria: 'helpfulness' },
    })
    const values = { criteria: 'safety', rubric: 'Is it kind?' }
    expect(toCriterion({ ...newCriterion(1, 'llm_judge'), values })).toMatchObject({
      name: 'llm_judge',
      config: { rubric: 'Is it kind?' },
    })
  })

  it('a threshold, an inversion and further settings are part of the criterion', () => {
    const draft = { ...newCriterion(1, 'contains'), values: { substring: 'x' } }
    expect(
      toCriterion({ ...draft, threshold: '0.5', negate: true, more: '{"case_sensitive": true}' }),
    ).toEqual({
      name: 'contains',
      scorer: 'contains',
      config: { substring: 'x', case_sensitive: true },
      threshold: 0.5,
      negate: true,
    })
  })

  it('missing and wrong values are reported by field', () => {
    expect(findCriterionProblems(newCriterion(1, 'contains'))).toEqual({ substring: 'is required' })
    const draft = { ...newCriterion(1, 'length'), values: { max: 'many' }, threshold: '2', more: '[' }
    expect(Object.keys(findCriterionProblems(draft))).toEqual(['max', 'threshold', 'more'])
    expect(findCriterionProblems({ ...newCriterion(1), more: '{}' })).toEqual({})
  })
})
