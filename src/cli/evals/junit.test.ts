import { describe, expect, it } from 'vitest'
import type { Evaluation, EvaluationResult } from '../../schema/evaluation.js'
import { toJunitXml, toTestCase } from './junit.js'

const evaluation = {
  id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  name: 'nightly <"A & B">',
  status: 'completed',
  dataset_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20',
  dataset_version: 3,
  assistants: [{ label: 'old' }],
  settings: { repetitions: 1 },
  summary: { pass_rate: 0.5, pass_rate_interval: [0.1, 0.9], avg_score: null },
  created_at: '2026-01-31T09:30:00.000Z',
} as unknown as Evaluation

const result = (changes: object): EvaluationResult =>
  ({
    example_id: 'e1',
    assistant: 0,
    repetition: 0,
    status: 'scored',
    passed: true,
    score: 1,
    scores: [],
    error: null,
    latency_ms: 1234,
    ...changes,
  }) as unknown as EvaluationResult

const xmlOf = (changes: object, evaluationRecord = evaluation): string =>
  toTestCase(result(changes), evaluationRecord).xml.trim()

describe('JUnit', () => {
  it('each result is a test case, and the gates are a second suite', () => {
    const cases = [
      toTestCase(result({}), evaluation),
      toTestCase(
        result({
          example_id: 'e2',
          passed: false,
          scores: [{ criterion: 'polite', scorer: 'contains', passed: false, explanation: 'x' }],
        }),
        evaluation,
      ),
      toTestCase(result({ example_id: 'e3', status: 'error', passed: null, score: null }), evaluation),
    ]
    const gates = [
      { name: 'pass rate at least 0.9', passed: false, why: 'it is 0.5' },
      { name: 'at most 0.05 without a score', passed: true, why: '0 of 2' },
    ]
    const name = 'nightly &lt;&quot;A &amp; B&quot;&gt;'
    expect(toJunitXml(evaluation, cases, gates)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heddle evals" tests="5" failures="2" errors="1" skipped="0" time="3.702">
  <testsuite name="${name}" tests="3" failures="1" errors="1" skipped="0" time="3.702" timestamp="2026-01-31T09:30:00">
    <properties>
      <property name="eval_id" value="0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11"/>
      <property name="status" value="completed"/>
      <property name="dataset_id" value="0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20"/>
      <property name="dataset_version" value="3"/>
      <property name="pass_rate" value="0.5"/>
      <property name="pass_rate_low" value="0.1"/>
      <property name="pass_rate_high" value="0.9"/>
    </properties>
    <testcase classname="${name}" name="e1" time="1.234"/>
    <testcase classname="${name}" name="e2" time="1.234"><failure message="failed criteria: polite" type="criteria">polite (contains): x</failure></testcase>
    <testcase classname="${name}" name="e3" time="1.234"><error message="the result has no score" type="unscored"></error></testcase>
  </testsuite>
  <testsuite name="${name}: gates" tests="2" failures="1" errors="0" skipped="0" time="0.000" timestamp="2026-01-31T09:30:00">
    <testcase classname="${name}: gates" name="pass rate at least 0.9"><failure message="it is 0.5" type="gate"></failure></testcase>
    <testcase classname="${name}: gates" name="at most 0.05 without a score"/>
  </testsuite>
</testsuites>
`)
  })

  it('a failed example lists only its failed criteria', () => {
    const scores = [
      { criterion: 'polite', scorer: 'contains', passed: false, explanation: 'has no "please"' },
      { criterion: 'short', scorer: 'length', passed: true, explanation: '12 characters' },
      { criterion: 'valid', scorer: 'json_valid', passed: false, explanation: 'is not JSON' },
    ]
    expect(xmlOf({ passed: false, scores })).toContain(
      '<failure message="failed criteria: polite, valid" type="criteria">polite (contains): has no &quot;please&quot;\n' +
        'valid (json_valid): is not JSON</failure>',
    )
  })

  it('failed runs, missing scores and pending reviews are not failures', () => {
    const error = { code: 'tool_failed', message: 'no answer' }
    expect(xmlOf({ status: 'error', passed: false, error })).toContain(
      '<error message="no answer" type="tool_failed"></error>',
    )
    const scores = [
      { criterion: 'tone', scorer: 'llm_judge', passed: null, explanation: 'the judge gave none' },
    ]
    expect(xmlOf({ passed: null, scores })).toContain(
      '<error message="no score for tone" type="unscored">tone (llm_judge): the judge gave none</error>',
    )
    expect(xmlOf({ status: 'awaiting_feedback', passed: null })).toContain(
      '<skipped message="waiting for a reviewer">',
    )
  })

  it('an expected failure of a run passes, and an unfinished result is skipped', () => {
    expect(xmlOf({ error: { code: 'guardrail_blocked', message: 'no' } })).not.toContain('<error')
    expect(xmlOf({ status: 'queued', passed: null, score: null })).toContain(
      '<skipped message="the result is queued',
    )
  })

  it('test names contain the repetition and the assistant if there are several', () => {
    const several = {
      ...evaluation,
      settings: { repetitions: 3 },
      assistants: [{ label: 'old' }, { label: 'new' }],
    } as unknown as Evaluation
    expect(xmlOf({ assistant: 1, repetition: 2 }, several)).toContain('name="e1 #3 (new)"')
  })

  it('invalid XML characters are removed, and line breaks in attributes are kept', () => {
    const message = 'a\u0000\u001b[31mb\ud800c\u{1f600}\nd ]]> \ufffe'
    const xml = xmlOf({ status: 'error', passed: false, error: { message } })
    expect(xml).toContain('message="a[31mbc\u{1f600}&#10;d ]]&gt; "')
  })
})
