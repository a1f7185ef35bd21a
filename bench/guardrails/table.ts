/**
 * Prints a table of the guardrails' recall, false alarms and cost. The first rows have targets, the others are
 * informational.
 *
 *   HEDDLE_DATA=<folder of labeled texts> npm run bench -- guardrails
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { printMarkdownTable, printNote, type Finding } from '../report.js'
import { measureAnomaly } from './anomaly.js'
import { measureOwnTexts } from './evasion.js'
import { measureInjection } from './injection.js'
import { getDataFolder } from './labeled-texts.js'
import { measureOrdinaryTexts } from './ordinary-profiles.js'
import { measurePatterns } from './patterns.js'
import { measureReplies } from './replies.js'
import { measureSafety } from './safety.js'
import type { measureSpeed } from './speed.js'
import { measureTopics } from './topics.js'

const measureSpeedInProcess = (): ReturnType<typeof measureSpeed> => {
  const file = fileURLToPath(new URL('speed-process.ts', import.meta.url))
  const printed = execFileSync(process.execPath, [...process.execArgv, file], { encoding: 'utf8' })
  return JSON.parse(printed) as ReturnType<typeof measureSpeed>
}

/** Prints its own Markdown table and returns no findings for the common table. */
export const benchGuardrails = (): Finding[] => {
  if (getDataFolder() === undefined) {
    printNote('set HEDDLE_DATA to the folder with the labeled texts, see bench/guardrails/README.md')
    return []
  }
  const measured = [
    measurePatterns(),
    measureTopics(),
    measureSafety(),
    measureInjection(),
    measureOwnTexts(),
    measureAnomaly(),
    measureSpeedInProcess(),
  ]
  printMarkdownTable([
    ...measured.flatMap(({ withTarget }) => withTarget),
    ...measureOrdinaryTexts(),
    ...measured.flatMap(({ informational }) => informational),
    ...measureReplies(),
  ])
  return []
}
