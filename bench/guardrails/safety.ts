/** Measures the content safety detectors on families that were held out from training. */
import { scoreSafety } from '../../src/guardrails/detectors/safety/score-safety.js'
import { makeRandom } from '../../test/support/random.js'
import { getCalibrationError, type Scored } from '../../training/cross-validate.js'
import { CATEGORIES, type Category } from '../../training/examples.js'
import { readProfanity } from '../../training/read-corpus.js'
import { getHeldOutScores, selectFamily } from './held-out.js'
import { formatAuc, formatRate } from './intervals.js'
import { readRows } from './labeled-texts.js'
import { areaUnderCurve, getShare } from './statistics.js'
import { toInfoFinding, type Finding } from '../report.js'

/** The default threshold of the schema. */
const THRESHOLD = 0.5
const isAlarm = ({ score }: { score: number }): boolean => score >= THRESHOLD

const AUC_TARGETS: readonly [Category, family: string, target: number][] = [
  ['harassment', 'openai', 0.85],
  ['violence', 'openai', 0.82],
  ['hate_speech', 'hatecheck', 0.85],
  ['self_harm', 'openai', 0.9],
]

const toAucFinding = ([category, family, target]: (typeof AUC_TARGETS)[number]): Finding => {
  const rows = selectFamily(getHeldOutScores(category), family)
  return {
    label: `${category}: AUC on the set "${family}", held out (positive of all)`,
    measured: formatAuc(rows),
    target: `≥ ${target.toFixed(2)}`,
    isMet: areaUnderCurve(rows) >= target,
  }
}

const toCalibrationFinding = (): Finding => {
  const errors = CATEGORIES.map((category) => getCalibrationError(getHeldOutScores(category)))
  return {
    label: `expected calibration error on held-out families: ${CATEGORIES.join(' / ')}`,
    measured: errors.map((error) => error.toFixed(3)).join(' / '),
    target: '≤ 0.05',
    isMet: errors.every((error) => error <= 0.05),
  }
}

const toProfanityFinding = (): Finding => {
  const profane = readProfanity(makeRandom(1))
  const ordinary = readRows<{ text: string }>('topic/clinc150.jsonl').map(({ text }) => text)
  const isProfane = (text: string): boolean => isAlarm(scoreSafety(text).profanity)
  const [recall, alarms] = [getShare(profane, isProfane), getShare(ordinary, isProfane)]
  return {
    label: 'profanity: recall on texts written for this project; false alarms on ordinary queries (CLINC)',
    measured: `${formatRate(profane, isProfane)}; ${formatRate(ordinary, isProfane)}`,
    target: '≥ 85 %; ≤ 4 %',
    isMet: recall >= 0.85 && alarms <= 0.04,
  }
}

const toThresholdFinding = (category: Category): Finding => {
  const rows = selectFamily(getHeldOutScores(category), 'openai')
  const isPositive = (row: Scored): boolean => row.isPositive
  const near = getHeldOutScores(category).filter(({ score }) => score >= 0.4 && score < 0.6)
  return toInfoFinding(
    `${category} at 0.5 (OpenAI set, held out): precision; recall; right among scores of 0.4 to 0.6 of all families`,
    `${formatRate(rows.filter(isAlarm), isPositive)}; ${formatRate(rows.filter(isPositive), isAlarm)}; ${String(near.filter(isPositive).length)} of ${String(near.length)}`,
  )
}

const HARMLESS_FAMILIES = ['clinc', 'llmbar', 'notinject', 'cyberseceval']

export const measureSafety = (): { withTarget: Finding[]; informational: Finding[] } => {
  const safety = CATEGORIES.filter((category) => category !== 'prompt_injection')
  return {
    withTarget: [...AUC_TARGETS.map(toAucFinding), toProfanityFinding(), toCalibrationFinding()],
    informational: [
      ...safety.map(toThresholdFinding),
      ...safety.map((category) => {
        const rows = selectFamily(getHeldOutScores(category), ...HARMLESS_FAMILIES)
        return toInfoFinding(
          `${category}: false alarms on ordinary queries, instructions and replies, held out`,
          formatRate(
            rows.filter(({ isPositive }) => !isPositive),
            isAlarm,
            2,
          ),
        )
      }),
      toInfoFinding(
        'violence: false alarms on XSTest safe prompts, held out',
        formatRate(selectFamily(getHeldOutScores('violence'), 'xstest'), isAlarm),
      ),
    ],
  }
}
