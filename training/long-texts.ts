/**
 * Long texts for prompt injection. The other own texts are single sentences, so without these a model learns that a long text
 * is harmless, but a jailbreak often has hundreds of words: a role, rules, threats, and a question. Sentences are joined only
 * within a family, so that a family can be held out. Other categories are unlabeled: long texts did not help them.
 */
import type { Example, Labels } from './examples.js'
import { readTemplates } from './read-corpus.js'

/** For each family. */
const EMBEDDED_ATTACKS = 60
const DENSE_ATTACKS = 60
const HARMLESS_TEXTS = 400

const ATTACK: Labels = { prompt_injection: 1 }
const HARMLESS: Labels = { prompt_injection: 0 }

const pickCount = (least: number, most: number, random: () => number): number =>
  least + Math.floor(random() * (most - least + 1))

const pickTexts = (examples: readonly Example[], count: number, random: () => number): string[] =>
  Array.from({ length: count }, () => examples[Math.floor(random() * examples.length)]?.text ?? '')

/** One paragraph is twice as frequent as lines or paragraphs. */
const SEPARATORS = [' ', ' ', '\n', '\n\n']
const join = (texts: readonly string[], random: () => number): string =>
  texts.join(SEPARATORS[Math.floor(random() * SEPARATORS.length)])

const composeFamily = (family: string, sentences: readonly Example[], random: () => number): Example[] => {
  const attacks = sentences.filter(({ labels }) => labels.prompt_injection === 1)
  const harmless = sentences.filter(({ labels }) => labels.prompt_injection === 0)
  const repeat = (count: number, labels: Labels, pickSentences: () => string[]): Example[] =>
    Array.from({ length: count }, () => ({ text: join(pickSentences(), random), labels, family }))
  return [
    ...repeat(EMBEDDED_ATTACKS, ATTACK, () => [
      ...pickTexts(harmless, pickCount(1, 5, random), random),
      ...pickTexts(attacks, pickCount(1, 2, random), random),
      ...pickTexts(harmless, pickCount(0, 4, random), random),
    ]),
    ...repeat(DENSE_ATTACKS, ATTACK, () => pickTexts(attacks, pickCount(3, 7, random), random)),
    ...repeat(HARMLESS_TEXTS, HARMLESS, () => pickTexts(harmless, pickCount(4, 12, random), random)),
  ]
}

/** `ownTexts` are the sentences of the other templates. */
export const readLongTexts = (ownTexts: readonly Example[], random: () => number): Example[] => {
  const parts = readTemplates('long/', random).map((example): Example => ({
    ...example,
    labels: example.labels.prompt_injection === 1 ? ATTACK : HARMLESS,
  }))
  const sentences = [...ownTexts, ...parts]
  const families = [...new Set(sentences.map(({ family }) => family))]
  const composed = families.flatMap((name) =>
    composeFamily(
      name,
      sentences.filter(({ family }) => family === name),
      random,
    ),
  )
  return [...parts, ...composed]
}
