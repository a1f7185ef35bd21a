import { combineScores, FOUND_THRESHOLD } from '../classifier/combine.js'
import { classify, explain, toWindowFeatures } from '../classifier/model.js'
import { getClassifier } from '../classifier/models.js'
import { findExtractions, findOverrides } from '../languages/match-languages.js'
import type { Reading } from '../text/readings.js'
import { combineReadings, scoreReadingByPhrases, type InjectionFinding } from './score-phrases.js'

const REASON = 'resembles attacks'
/** Below this score the words that raised it are noise. */
const MIN_EXPLAINED = 0.3

const scoreEnglish = (reading: Reading): InjectionFinding => {
  const finding = scoreReadingByPhrases(reading)
  const { words } = reading.tokenized
  if (words.length === 0) return finding
  const { model, combination } = getClassifier('prompt_injection')
  const { margin, window } = classify(model, toWindowFeatures(words))
  const score = combineScores(combination, finding.score, margin)
  const isClassified = finding.score < FOUND_THRESHOLD
  if (score < MIN_EXPLAINED || finding.reasons.length > 0 || window === undefined)
    return { ...finding, score, isClassified }
  return { score, reasons: [REASON], spans: explain(model, window, REASON), isClassified }
}

/** Phrases of other languages are not combined with the classifier, which was trained on English. */
const OTHER_LANGUAGES = [
  { reason: 'override', find: findOverrides, score: 0.8 },
  { reason: 'extraction', find: findExtractions, score: 0.65 },
]

const scoreReading = (reading: Reading): InjectionFinding => {
  const finding = scoreEnglish(reading)
  for (const { reason, find, score } of OTHER_LANGUAGES) {
    const matches = find(reading.text)
    if (matches.length === 0) continue
    if (score > finding.score) finding.isClassified = false
    finding.score = Math.max(finding.score, score)
    finding.reasons = [...new Set([...finding.reasons, reason])]
    finding.spans = [...finding.spans, ...matches.map((match) => ({ ...match, label: reason }))]
  }
  return finding
}

/**
 * The calibrated probability that a text attacks a model, 0 to 1 (see docs/guardrail-models.md). All of the text is read,
 * and what is encoded in it.
 */
export const scoreInjection = (text: string): InjectionFinding => combineReadings(text, scoreReading)
