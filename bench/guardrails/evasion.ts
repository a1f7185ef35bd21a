/** Measures what this project wrote itself: tricks, other languages, and questions to a bank. */
import { scoreInjection } from '../../src/guardrails/detectors/injection/score-injection.js'
import { scoreSafety } from '../../src/guardrails/detectors/safety/score-safety.js'
import { makeTopicChecker } from '../../src/guardrails/detectors/topics/topics.js'
import { ATTACK_FAMILIES } from '../../test/support/attack-families.js'
import { BANKING_QUESTIONS, OTHER_REQUESTS } from '../../test/support/banking-questions.js'
import { TRICKS } from '../../test/support/evasion-tricks.js'
import { LANGUAGE_SAMPLES } from '../../test/support/other-languages.js'
import { formatRate } from './intervals.js'
import { getShare } from './statistics.js'
import { toInfoFinding, type Finding } from '../report.js'

const THRESHOLD = 0.5
const isInjection = (text: string): boolean => scoreInjection(text).score >= THRESHOLD
const isSelfHarm = (text: string): boolean => scoreSafety(text).self_harm.score >= THRESHOLD

export const measureOwnTexts = (): { withTarget: Finding[]; informational: Finding[] } => {
  const evaded = Object.values(TRICKS).flatMap((evade) =>
    ATTACK_FAMILIES.flatMap(({ detector, texts }) => texts.map((text) => ({ detector, text: evade(text) }))),
  )
  const isCaught = ({ detector, text }: (typeof evaded)[number]): boolean =>
    detector === 'prompt_injection' ? isInjection(text) : scoreSafety(text)[detector].score >= THRESHOLD
  const samples = Object.values(LANGUAGE_SAMPLES)
  const { check } = makeTopicChecker({ allowed: ['banking'], blocked: [] })
  const isAllowed = (text: string): boolean => check(text).isAllowed
  return {
    withTarget: [
      {
        label: `evasion: ${String(Object.keys(TRICKS).length)} tricks, ${String(ATTACK_FAMILIES.length)} families of attacks`,
        measured: formatRate(evaded, isCaught),
        target: '≥ 95 %',
        isMet: getShare(evaded, isCaught) >= 0.95,
      },
      {
        label: "topic: a bank's assistant passes ordinary banking questions; other requests",
        measured: `${formatRate(BANKING_QUESTIONS, isAllowed)}; ${formatRate(OTHER_REQUESTS, isAllowed)}`,
        target: '≥ 95 %',
        isMet: getShare(BANKING_QUESTIONS, isAllowed) >= 0.95,
      },
    ],
    informational: [
      toInfoFinding(
        `${String(samples.length)} languages beside English: injection found; self-harm found; ordinary sentences flagged`,
        [
          formatRate(
            samples.flatMap(({ injection }) => injection),
            isInjection,
          ),
          formatRate(
            samples.flatMap(({ selfHarm }) => selfHarm),
            isSelfHarm,
          ),
          formatRate(
            samples.flatMap(({ ordinary }) => ordinary),
            (text) => isInjection(text) || isSelfHarm(text),
          ),
        ].join('; '),
      ),
    ],
  }
}
