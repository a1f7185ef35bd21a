import { describe, expect, it } from 'vitest'
import type { Evaluation, ExampleRow } from '../api/types.ts'
import { escapeHtml, renderEvaluationReport } from './evaluation-report.ts'

const ATTACK = '<img src=x onerror="alert(1)">'

const evaluation = {
  name: `nightly ${ATTACK}`,
  assistants: [{ assistant_id: 'a', version: 1, label: ATTACK }],
  dataset_version: 3,
  created_at: '2026-01-31T09:30:00.000Z',
  progress: { done: 1, total: 1, percent: 100, errors: 0 },
  summary: {
    passed: 0,
    failed: 1,
    pass_rate: 0,
    pass_rate_interval: [0, 0.79],
    avg_score: 0.25,
    avg_score_interval: null,
    by_criterion: { [ATTACK]: { pass_rate: 0, pass_rate_interval: null, avg_score: 0.25, errors: 0 } },
  },
} as unknown as Evaluation

const row: ExampleRow = {
  example_id: 'e',
  is_hidden: false,
  input_text: ATTACK,
  expected_text: ATTACK,
  tags: [],
  split: null,
  change: null,
  difference: null,
  sides: [
    {
      eval_id: 'x',
      assistant: 0,
      run_id: null,
      passed: false,
      score: 0.25,
      criteria: {},
      output_text: ATTACK,
      error: null,
      latency_ms: null,
      repetitions: 1,
      varies: false,
    },
  ],
}

describe('the report on an evaluation', () => {
  const html = renderEvaluationReport({
    evaluation,
    datasetName: ATTACK,
    distribution: {
      bins: 10,
      sides: [{ eval_id: 'x', assistant: 0, name: ATTACK, counts: [1], mean: 0.25 }],
      points: [],
    },
    rows: [row],
    isWhole: false,
  })

  it('contains the figures and the examples', () => {
    expect(html).toContain('0.000')
    expect(html).toContain('[0.000, 0.790]')
    expect(html).toContain('✗ failed')
    expect(html).toContain('The first 1 examples.')
  })

  it('shows texts as text, and needs no script and no other file', () => {
    expect(html).toContain(escapeHtml(ATTACK))
    expect(html).not.toContain('<img')
    expect(html).not.toMatch(/<(?:script|link|img|iframe)|url\(/)
  })
})
