import type { GuardrailConfig } from '../../schema/guardrail.js'
import type { Rule } from './rule.js'
import { makeTopicChecker } from '../detectors/topics/topics.js'
import { toModelCheckSettings } from './model-check-settings.js'

const OFF_TOPIC = 'off_topic'
const EVEN_ODDS = 0.5

const buildQuestion = (allowed: readonly string[], blocked: readonly string[]): string =>
  [
    ...(blocked.length > 0 ? [`Is the text about one of these topics: ${blocked.join(', ')}?`] : []),
    ...(allowed.length > 0
      ? [
          `Is it about something else than these topics: ${allowed.join(', ')} (small talk is fine)? Then it is ${OFF_TOPIC}.`,
        ]
      : []),
  ].join(' ')

/** Checks blocked topics first, then whether the text is about an allowed topic. Small talk passes. */
export const makeTopicRule = (name: string, config: GuardrailConfig<'topic_restriction'>): Rule => {
  const { allowed = [], blocked = [], keywords, examples, action_on_violation = 'block' } = config
  const topics = makeTopicChecker({
    allowed,
    blocked,
    ...(keywords && { keywords }),
    ...(examples && { examples }),
  })
  const topicList = allowed.length > 0 ? allowed.join(', ') : 'other topics'
  const redirectMessage = (config.message ?? 'I can only help with {topics}.').replaceAll(
    '{topics}',
    topicList,
  )
  const redirectFields = action_on_violation === 'redirect' ? { text: redirectMessage } : {}
  return {
    name,
    type: 'topic_restriction',
    stages: new Set(config.stages ?? ['input']),
    detector: 'lexical',
    strongestAction: action_on_violation,
    ...toModelCheckSettings(config, {
      question: buildQuestion(allowed, blocked),
      categories: [...blocked, OFF_TOPIC],
      threshold: EVEN_ODDS,
      action: action_on_violation,
      ...redirectFields,
    }),
    check(text) {
      const verdict = topics.check(text)
      const { detector } = verdict
      if (verdict.blocked !== undefined) {
        const { topic, score, spans } = verdict.blocked
        return {
          action: action_on_violation,
          category: topic,
          score,
          spans,
          reason: `${topic} is a blocked topic`,
          detector,
          ...redirectFields,
        }
      }
      if (verdict.isAllowed) return null
      const reason = 'matches none of the allowed topics'
      return {
        action: action_on_violation,
        category: OFF_TOPIC,
        score: verdict.score,
        spans: [],
        reason,
        detector,
        ...redirectFields,
      }
    },
  }
}
