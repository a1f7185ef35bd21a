/** The built-in risk profiles. GUARDRAILS_FILE can replace each of them. */
import type { AuditLevel, GuardrailDefinition, RiskProfile } from '../../schema/guardrail.js'
import type { GuardrailEntry } from './validate-guardrail-list.js'

/** The common part of policies and risk profiles. */
export interface GuardrailBundle {
  guardrails: readonly GuardrailEntry[]
  audit_level: AuditLevel
  retention_days: number
}

const SECRET_PATTERNS = ['ssn', 'credit_card', 'api_key', 'private_key']
const PERSONAL_PATTERNS = [...SECRET_PATTERNS, 'jwt', 'iban', 'national_id', 'email', 'phone', 'ip_address']

/** Names start with the name of the profile, so that they do not collide with names of users. */
const piiFilter = (profile: RiskProfile, detect_patterns: string[]): GuardrailDefinition => ({
  name: `${profile}/pii_filter`,
  type: 'output_filter',
  config: { detect_patterns, action: 'redact' },
})
const promptInjection = (profile: RiskProfile, action: 'warn' | 'block'): GuardrailDefinition => ({
  name: `${profile}/prompt_injection`,
  type: 'prompt_injection',
  config: { action },
})
const contentSafety = (
  profile: RiskProfile,
  categories: string[],
  threshold: number,
): GuardrailDefinition => ({
  name: `${profile}/content_safety`,
  type: 'content_safety',
  config: { categories, threshold, action: 'block' },
})
const outputIntegrity = (profile: RiskProfile): GuardrailDefinition => ({
  name: `${profile}/output_integrity`,
  type: 'output_integrity',
  config: { require_complete_sentences: true, action: 'warn' },
})

export const BUILT_IN_PROFILES: Readonly<Record<RiskProfile, GuardrailBundle>> = {
  low_risk: {
    guardrails: [piiFilter('low_risk', SECRET_PATTERNS), promptInjection('low_risk', 'warn')],
    audit_level: 'minimal',
    retention_days: 30,
  },
  medium_risk: {
    guardrails: [
      piiFilter('medium_risk', SECRET_PATTERNS),
      promptInjection('medium_risk', 'warn'),
      // A threshold of 0.8 has few false alarms; see detectors/safety/score-safety.ts.
      contentSafety('medium_risk', ['hate_speech', 'violence', 'self_harm'], 0.8),
      outputIntegrity('medium_risk'),
    ],
    audit_level: 'standard',
    retention_days: 90,
  },
  high_risk: {
    guardrails: [
      piiFilter('high_risk', PERSONAL_PATTERNS),
      promptInjection('high_risk', 'block'),
      contentSafety('high_risk', ['hate_speech', 'violence', 'self_harm', 'harassment', 'sexual'], 0.5),
      outputIntegrity('high_risk'),
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
