/** Guardrails and policies for API tests. They are removed after each test. */
import { afterEach } from 'vitest'
import type { TestApp } from './app.js'

export const GUARDRAILS = '/api/v1/governance/guardrails'
export const POLICIES = '/api/v1/governance/policies'

export const PII_FILTER = {
  name: 'pii_filter',
  type: 'output_filter',
  config: { detect_patterns: [{ ssn: '\\d{3}-\\d{2}-\\d{4}' }], action: 'redact', replacement: '[REDACTED]' },
}

export const removeAfterEach = (app: () => TestApp): void => {
  afterEach(async () => {
    for (const list of [POLICIES, GUARDRAILS])
      for (const { id } of (await app().get(`${list}?limit=100`)).body.data)
        await app().remove(`${list}/${id}`)
  })
}
