import { combineScores, FOUND_THRESHOLD } from '../classifier/combine.js'
import { classify, explain, toWindowFeatures, type WindowFeatures } from '../classifier/model.js'
import { getClassifier } from '../classifier/models.js'
import { findSelfHarm } from '../languages/match-languages.js'
import type { Reading } from '../text/readings.js'
import type { CategoryScore } from './evidence.js'
import {
  combineReadings,
  SAFETY_CATEGORIES,
  scoreReadingByLexicon,
  type SafetyCategory,
  type SafetyScores,
} from './score-lexicon.js'

/** Below this score the words that raised it are noise. */
const MIN_EXPLAINED = 0.3

/** Combines both detectors. Categories without a classifier keep the score of the word list. */
const addClassifier = (
  category: SafetyCategory,
  lexical: CategoryScore,
  windows: readonly WindowFeatures[],
): CategoryScore => {
  const classifier = category === 'profanity' ? undefined : getClassifier(category)
  if (classifier === undefined || windows.length === 0) return lexical
  const { model, combination } = classifier
  const { margin, window } =
    combination.classifier === 0 ? { margin: 0, window: undefined } : classify(model, windows)
  const score = combineScores(combination, lexical.score, margin)
  const isClassified = lexical.score < FOUND_THRESHOLD
  if (score < MIN_EXPLAINED || window === undefined || lexical.spans.length > 0)
    return { score, spans: lexical.spans, isClassified }
  return { score, spans: explain(model, window, category), isClassified }
}

/** Phrases of other languages are not combined with the classifier, which was trained on English. */
const OTHER_LANGUAGE_SCORE = 0.85

const addOtherLanguages = (text: string, scores: SafetyScores): SafetyScores => {
  const matches = findSelfHarm(text)
  if (matches.length === 0) return scores
  const { score, spans } = scores.self_harm
  const self_harm = {
    score: Math.max(score, OTHER_LANGUAGE_SCORE),
    spans: [...spans, ...matches.map((match) => ({ ...match, label: 'self_harm' }))],
  }
  return { ...scores, self_harm }
}

const scoreReading = (reading: Reading, categories: readonly SafetyCategory[]): SafetyScores => {
  const lexical = scoreReadingByLexicon(reading, categories)
  const windows = reading.tokenized.words.length === 0 ? [] : toWindowFeatures(reading.tokenized.words)
  const scores = { ...lexical }
  for (const category of categories) scores[category] = addClassifier(category, lexical[category], windows)
  return categories.includes('self_harm') ? addOtherLanguages(reading.text, scores) : scores
}

/**
 * Scores of a text, 0 to 1: calibrated so that about half of the texts with a score of 0.5 belong to the category (see
 * docs/guardrail-models.md). All of the text is read, and what is encoded in it. The
 * scores of categories that are not requested are 0.
 */
export const scoreSafety = (text: string, categories = SAFETY_CATEGORIES): SafetyScores =>
  combineReadings(text, categories, scoreReading)
