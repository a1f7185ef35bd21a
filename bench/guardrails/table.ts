/**
 * How well the guardrails find what they look for, how often they are wrong, and what they cost, as one table. The first
 * rows have targets; the others are told so that nobody has to guess.
 *
 *   HEDDLE_DATA=<folder of labelled texts> npm run bench -- guardrails
 */
import { printNote, type Finding } from '../report.js'
import { measureAnomaly } from './anomaly.js'
import { measureInjection } from './injection.js'
import { getDataFolder } from './labeled-texts.js'
import { measurePatterns } from './patterns.js'
import { measureReplies } from './replies.js'
import { printMarkdown } from './row.js'
import { measureSafety } from './safety.js'
import { measureSpeed } from './speed.js'
import { measureTopics } from './topics.js'

/** Prints its own table, since it is for reading and not for comparing: nothing is left for the common one. */
export const benchGuardrails = (): Finding[] => {
  if (getDataFolder() === undefined) {
    printNote('set HEDDLE_DATA to the folder with the labelled texts; bench/guardrails/README.md says which')
    return []
  }
  const measured = [
    measurePatterns(),
    measureTopics(),
    measureSafety(),
    measureInjection(),
    measureAnomaly(),
    measureSpeed(),
  ]
  printMarkdown([
    ...measured.flatMap(({ withTarget }) => withTarget),
    ...measured.flatMap(({ informational }) => informational),
    ...measureReplies(),
  ])
  return []
}
