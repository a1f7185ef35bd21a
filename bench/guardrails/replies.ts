/** Measures how often ordinary model replies are classified as incomplete or as mentioning an amount. */
import { findAmountsInText } from '../../src/guardrails/detectors/amounts/find-in-text.js'
import { checkIntegrity } from '../../src/guardrails/detectors/integrity/check-integrity.js'
import { readRows } from './labeled-texts.js'
import { getShare } from './statistics.js'
import { makeRandom } from '../../test/support/random.js'
import { formatPercent, toInfoFinding, type Finding } from '../report.js'

export const readModelReplies = (): string[] =>
  readRows<{ output_1: string }>('judge/llmbar.jsonl').map(({ output_1 }) => output_1)

const isBroken = (text: string): boolean =>
  checkIntegrity(text, { require_complete_sentences: true }).length > 0

const MONEY = /[$€£¥]|\b[A-Z]{3}\b|dollar|euro|pound|amount|pay|cost|price|balance/i

export const measureReplies = (): Finding[] => {
  const random = makeRandom(3)
  const whole = readModelReplies().filter((text) => text.length > 100)
  const cut = whole.map((text) => text.slice(0, Math.floor(text.length * (0.3 + 0.6 * random()))))
  const texts = readRows<{ text: string }>('pii/presidio_synth_v2.jsonl').map(({ text }) => text)
  const without = texts.filter((text) => !MONEY.test(text))
  return [
    // A cut at the end of a sentence or of a list item is visible only in the finish reason.
    toInfoFinding(
      'integrity: truncated replies detected by the text alone / complete replies classified as incomplete',
      `${formatPercent(getShare(cut, isBroken))} / ${formatPercent(getShare(whole, isBroken))}`,
    ),
    toInfoFinding(
      `review: amounts detected in ${String(without.length)} texts with numbers but no word or symbol of money`,
      formatPercent(getShare(without, (text) => findAmountsInText(text).length > 0)),
    ),
  ]
}
