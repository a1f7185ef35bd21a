import type { GuardrailConfig } from '../../schema/guardrail.js'
import type { Rule } from './rule.js'
import { makeTopics } from '../detectors/topics/topics.js'
import { secondTier } from './model-check-settings.js'

const OFF_TOPIC = 'off_topic'
const EVEN_ODDS = 0.5

const questionOf = (allowed: readonly string[], blocked: readonly string[]): string =>
  [
    ...(blocked.length > 0 ? [`Is the text about one of these topics: ${blocked.join(', ')}?`] : []),
    ...(allowed.length > 0
      ? [
          `Is it about something else than these topics: ${allowed.join(', ')} (small talk is fine)? Then it is ${OFF_TOPIC}.`,
        ]
      : []),
  ].join(' ')

/** Blocked topics first, then whether it is one of the allowed. Small talk passes. */
export const topicRule = (name: string, config: GuardrailConfig<'topic_restriction'>): Rule => {
  const { allowed = [], blocked = [], keywords, examples, action_on_violation = 'block' } = config
  const topics = makeTopics({
    allowed,
    blocked,
    ...(keywords && { keywords }),
    ...(examples && { examples }),
  })
  const offered = allowed.length > 0 ? allowed.join(', ') : 'other topics'
  const redirection = (config.message ?? 'I can only help with {topics}.').replaceAll('{topics}', offered)
  const redirected = action_on_violation === 'redirect' ? { text: redirection } : {}
  return {
    name,
    type: 'topic_restriction',
    stages: new Set(config.stages ?? ['input']),
    detector: 'lexical',
    worst: action_on_violation,
    ...secondTier(config, {
      question: questionOf(allowed, blocked),
      categories: [...blocked, OFF_TOPIC],
      threshold: EVEN_ODDS,
      action: action_on_violation,
      ...redirected,
    }),
    check(text) {
      const verdict = topics.check(text)
      if (verdict.blocked !== undefined) {
        const { topic, score, spans } = verdict.blocked
        return {
          action: action_on_violation,
          category: topic,
          score,
          spans,
          reason: `${topic} is a blocked topic`,
          ...redirected,
        }
      }
      if (verdict.isAllowed) return null
      const reason = 'it is about none of the allowed topics'
      return {
        action: action_on_violation,
        category: OFF_TOPIC,
        score: verdict.score,
        spans: [],
        reason,
        ...redirected,
      }
    },
  }
}
