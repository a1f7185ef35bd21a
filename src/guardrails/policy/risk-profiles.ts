/** The risk profiles that are built in. A file may replace each of them. */
import type { AuditLevel, GuardrailDefinition, RiskProfile } from '../../schema/guardrail.js'
import type { Entry } from './validate-guardrail-list.js'

/** What policies and profiles have in common. */
export interface Bundle {
  guardrails: readonly Entry[]
  audit_level: AuditLevel
  retention_days: number
}

const SECRETS = ['ssn', 'credit_card', 'api_key', 'private_key']
const PERSONAL = [...SECRETS, 'jwt', 'iban', 'email', 'phone', 'ip_address']

/** Names begin with the profile's, so that they do not meet those that people give. */
const pii = (profile: RiskProfile, detect_patterns: string[]): GuardrailDefinition => ({
  name: `${profile}/pii_filter`,
  type: 'output_filter',
  config: { detect_patterns, action: 'redact' },
})
const injection = (profile: RiskProfile, action: 'warn' | 'block'): GuardrailDefinition => ({
  name: `${profile}/prompt_injection`,
  type: 'prompt_injection',
  config: { action },
})
const safety = (profile: RiskProfile, categories: string[], threshold: number): GuardrailDefinition => ({
  name: `${profile}/content_safety`,
  type: 'content_safety',
  config: { categories, threshold, action: 'block' },
})
const integrity = (profile: RiskProfile): GuardrailDefinition => ({
  name: `${profile}/output_integrity`,
  type: 'output_integrity',
  config: { require_complete_sentences: true, action: 'warn' },
})

export const BUILT_IN_PROFILES: Readonly<Record<RiskProfile, Bundle>> = {
  low_risk: {
    guardrails: [pii('low_risk', SECRETS), injection('low_risk', 'warn')],
    audit_level: 'minimal',
    retention_days: 30,
  },
  medium_risk: {
    guardrails: [
      pii('medium_risk', SECRETS),
      injection('medium_risk', 'warn'),
      // From 0.8 on it is plain, with few false alarms; see guardrails/safety/score-safety.ts.
      safety('medium_risk', ['hate_speech', 'violence', 'self_harm'], 0.8),
      integrity('medium_risk'),
    ],
    audit_level: 'standard',
    retention_days: 90,
  },
  high_risk: {
    guardrails: [
      pii('high_risk', PERSONAL),
      injection('high_risk', 'block'),
      safety('high_risk', ['hate_speech', 'violence', 'self_harm', 'harassment', 'sexual'], 0.5),
      integrity('high_risk'),
      {
        name: 'high_risk/anomaly_detection',
        type: 'anomaly_detection',
        config: {
          metrics: ['response_length_variance', 'sentiment_deviation', 'topic_drift_score'],
          baseline_window: 100,
          alert_on: '2_sigma_deviation',
        },
      },
      { name: 'high_risk/human_review', type: 'human_review', config: { for_amounts_over: 1000 } },
    ],
    audit_level: 'comprehensive',
    retention_days: 365,
  },
}
