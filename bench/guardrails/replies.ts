/** How often ordinary model answers are taken for broken or for money. */
import { amountsInText } from '../../src/guardrails/detectors/amounts/find-in-text.js'
import { checkIntegrity } from '../../src/guardrails/detectors/integrity/check-integrity.js'
import { readRows } from './labeled-texts.js'
import { shareOf } from './statistics.js'
import { makeRandom } from '../../test/support/random.js'
import { percent, told, type Row } from './row.js'

export const modelAnswers = (): string[] =>
  readRows<{ output_1: string }>('judge/llmbar.jsonl').map(({ output_1 }) => output_1)

const isBroken = (text: string): boolean =>
  checkIntegrity(text, { require_complete_sentences: true }).length > 0

const MONEY = /[$€£¥]|\b[A-Z]{3}\b|dollar|euro|pound|amount|pay|cost|price|balance/i

export const measureReplies = (): Row[] => {
  const random = makeRandom(3)
  const whole = modelAnswers().filter((text) => text.length > 100)
  const cut = whole.map((text) => text.slice(0, Math.floor(text.length * (0.3 + 0.6 * random()))))
  const texts = readRows<{ text: string }>('pii/presidio_synth_v2.jsonl').map(({ text }) => text)
  const without = texts.filter((text) => !MONEY.test(text))
  return [
    // A cut can fall on the end of a sentence or of an item of a list; only the finish reason tells those.
    told(
      'integrity: answers cut anywhere that are seen, by the text alone / whole answers taken for incomplete',
      `${percent(shareOf(cut, isBroken))} / ${percent(shareOf(whole, isBroken))}`,
    ),
    told(
      `review: amounts seen in ${String(without.length)} texts with numbers and no word or sign of money`,
      percent(shareOf(without, (text) => amountsInText(text).length > 0)),
    ),
  ]
}
