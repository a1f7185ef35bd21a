import { describe, expect, it } from 'vitest'
import { parseGuardrailFile } from './parse-guardrail-file.js'

const parse = (text: string) => parseGuardrailFile(text, 30)

/** Every guardrail type, in the format of the specification. */
const SPECIFIED = String.raw`
guardrails:
  - name: topic_filter
    type: topic_restriction
    enabled: true
    config:
      allowed:
        - customer_support
        - billing
      blocked: [politics, medical_advice]
      action_on_violation: redirect
  - name: drift
    type: anomaly_detection
    enabled: true
    config:
      metrics: [response_length_variance, sentiment_deviation, topic_drift_score]
      baseline_window: 100
      alert_on: 2_sigma_deviation
  - name: pii_filter
    type: output_filter
    enabled: true
    config:
      detect_patterns:
        - ssn: '\d{3}-\d{2}-\d{4}'
        - credit_card: '\d{4}-\d{4}-\d{4}-\d{4}'
        - email: "[a-z]+@[a-z]+\\.com"
      action: redact
      replacement: "[REDACTED]"
      block_patterns:
        - "internal use only"
  - name: as_a_map
    type: output_filter
    config:
      detect_patterns:
        ssn:
        badge: 'B-\d{6}'
  - name: safety
    type: content_safety
    enabled: false
    config: { categories: [hate_speech, violence, self_harm], threshold: 0.8, action: block }
  - name: quality
    type: output_integrity
    applies_to: named
    config: { min_length: 10, max_length: 5000, require_complete_sentences: true }
  - name: disclaimer
    type: disclaimer_required
    config:
      text: This is not financial advice.
  - name: big_amounts
    type: human_review
    config:
      for_amounts_over: 10000
policies:
  - name: finance
    guardrails: [pii_filter, { name: own, type: prompt_injection }]
    audit_level: full
    retention_days: 2555
  - name: plain
    guardrails: []
risk_profiles:
  low_risk:
    guardrails: [pii_filter]
    audit_level: minimal
`

describe('parseGuardrailFile', () => {
  it('accepts the format of the specification', async () => {
    const { content, problems } = await parse(SPECIFIED)
    expect(problems).toBeUndefined()
    expect(content?.guardrails.map(({ name, applies_to }) => [name, applies_to])).toEqual([
      ['topic_filter', 'all'],
      ['drift', 'all'],
      ['pii_filter', 'all'],
      ['as_a_map', 'all'],
      ['safety', 'all'],
      ['quality', 'named'],
      ['disclaimer', 'all'],
      ['big_amounts', 'all'],
    ])
    expect(content?.guardrails[2]?.config).toMatchObject({ replacement: '[REDACTED]' })
    expect(content?.policies).toMatchObject([
      { name: 'finance', audit_level: 'full', retention_days: 2555 },
      { name: 'plain', audit_level: 'standard', retention_days: 30 },
    ])
    expect(content?.profiles).toEqual({
      low_risk: { guardrails: ['pii_filter'], audit_level: 'minimal', retention_days: 30 },
    })
  })

  it('accepts JSON and an empty file', async () => {
    const { content } = await parse(SPECIFIED)
    const json = { guardrails: content?.guardrails, policies: content?.policies }
    expect((await parse(JSON.stringify(json, null, '\t'))).content).toEqual({ ...content, profiles: {} })
    for (const text of ['', '# nothing yet', '{}'])
      expect((await parse(text)).content).toEqual({ guardrails: [], policies: [], profiles: {} })
  })

  const GOOD = '{ name: g, type: prompt_injection }'
  it.each([
    ['guardrails:\n  - name: "a\n', /^line \d+$/, /quote/],
    ['guardrails: []\nguardrails: []\n', /^line 2$/, /unique/],
    ['guardrail: []', /^guardrail$/, /not a known key/],
    ['[]', /^$/, /must be object/],
    ['guardrails: {}', /^guardrails$/, /must be array/],
    ['guardrails: [null]', /^guardrails\/0$/, /must be object/],
    ['guardrails: [text]', /^guardrails\/0$/, /must be object/],
    ['guardrails: [[]]', /^guardrails\/0$/, /must be object/],
    [`guardrails: [${GOOD}, ${GOOD}]`, /^guardrails\/g$/, /twice/],
    ['guardrails: [{ name: g, type: x }]', /^guardrails\/g\/type$/, /must be one of/],
    ['guardrails: [{ type: prompt_injection }]', /^guardrails\/0\/name$/, /required/],
    ['guardrails: [{ name: 5, type: prompt_injection }]', /^guardrails\/5\/name$/, /string/],
    ['guardrails: [{ name: "a\\0", type: prompt_injection }]', /name$/, /U\+0000/],
    [
      'guardrails: [{ name: g, type: prompt_injection, enable: no }]',
      /^guardrails\/g\/enable$/,
      /not a known key/,
    ],
    ['guardrails: [{ name: g, type: prompt_injection, applies_to: me }]', /applies_to$/, /all, named/],
    [
      'guardrails: [{ name: g, type: prompt_injection, config: { threshold: .nan } }]',
      /^guardrails\/g\/threshold$/,
      /number/,
    ],
    [
      'guardrails: [{ name: g, type: human_review, config: { for_amounts_over: .inf } }]',
      /for_amounts_over$/,
      /number/,
    ],
    [
      "guardrails: [{ name: g, type: output_filter, config: { detect_patterns: [{ x: '(?=a)' }] } }]",
      /^guardrails\/g\/detect_patterns\/0\/x$/,
      /pattern "x" uses lookahead/,
    ],
    ['policies: [{ name: p, guardrails: [nobody] }]', /^policies\/p\/nobody$/, /does not exist/],
    ['policies: [{ name: p, guardrails: [], audit_level: all }]', /audit_level$/, /must be one of/],
    ['policies: [{ name: p, guardrails: [] }, { name: p, guardrails: [] }]', /^policies\/p$/, /twice/],
    ['risk_profiles: { no_risk: { guardrails: [] } }', /no_risk$/, /not a known key/],
    [
      'risk_profiles: { low_risk: { guardrails: [nobody] } }',
      /^risk_profiles\/low_risk\/nobody$/,
      /does not exist/,
    ],
  ])('rejects an invalid file with the path and the reason: %s', async (text, path, reason) => {
    const { problems, content } = await parse(text)
    expect(content).toBeUndefined()
    const [[problemPath, message] = ['', '']] = Object.entries(problems ?? {})
    expect(problemPath).toMatch(path)
    expect(message).toMatch(reason)
  })

  it('limits the expansion of YAML aliases', async () => {
    const levels = 'bcdefghij'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghi'.charAt(index)},`.repeat(9)}]`)
    const { problems } = await parse(`a: &a [x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}\n`)
    expect(problems).toEqual({ file: expect.stringMatching(/alias/i) })
  })
})
