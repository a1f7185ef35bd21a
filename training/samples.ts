/** Turns examples into samples: one for each window of a text. */
import { toWindowFeatures, type WindowFeatures } from '../src/guardrails/detectors/classifier/model.js'
import { tokenize } from '../src/guardrails/detectors/text/tokenize.js'
import { scoreInjectionLexicon } from '../src/guardrails/detectors/injection/score-phrases.js'
import { scoreSafetyLexicon } from '../src/guardrails/detectors/safety/score-lexicon.js'
import type { Category, Example } from './examples.js'
import type { Sample } from './logistic.js'

const MAX_TRAINED_LENGTH = 20_000

export interface Prepared extends Example {
  windows: WindowFeatures[]
  lexicon: Record<Category, number>
}

export const prepare = (example: Example): Prepared => {
  const text = example.text.slice(0, MAX_TRAINED_LENGTH)
  const scores = scoreSafetyLexicon(text)
  return {
    ...example,
    windows: toWindowFeatures(tokenize(text).words),
    lexicon: {
      hate_speech: scores.hate_speech.score,
      harassment: scores.harassment.score,
      violence: scores.violence.score,
      self_harm: scores.self_harm.score,
      sexual: scores.sexual.score,
      prompt_injection: scoreInjectionLexicon(text).score,
    },
  }
}

/** The square root keeps a large set of positive texts from outweighing the others. */
export const toSamples = (prepared: readonly Prepared[], category: Category): Sample[] => {
  const known = prepared.filter(({ labels }) => labels[category] !== undefined)
  const counts = new Map<string, number>()
  const toGroup = ({ family, labels }: Prepared): string => `${family} ${String(labels[category])}`
  for (const each of known) counts.set(toGroup(each), (counts.get(toGroup(each)) ?? 0) + 1)
  const groupWeights = new Map([...counts].map(([group, count]) => [group, Math.sqrt(300 / count)]))
  return known.flatMap((each) => {
    const weight = each.labels[category] === 1 ? Math.min(2, groupWeights.get(toGroup(each)) ?? 1) : 1
    return each.windows.map(({ features }) => ({
      buckets: features.buckets,
      label: each.labels[category] ?? 0,
      weight: weight / Math.sqrt(each.windows.length),
    }))
  })
}
