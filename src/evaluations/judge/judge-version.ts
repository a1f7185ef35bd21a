/** What makes a judge the one that it is: two of the same version can be relied on alike. */
import { createHash } from 'node:crypto'
import type { JudgeVerdict } from '../../schema/judge.js'
import type { Criterion } from './rubrics.js'
import { HEURISTIC_THRESHOLD, LLM_THRESHOLD } from './thresholds.js'

export interface JudgeVersion {
  /** As it is asked for; null: rules, and no model. */
  model: string | null
  prompt_version: string
  /** Names of predefined criteria, hashes of rubrics. */
  judged: string[]
  threshold: number
}

interface Known extends Pick<JudgeVerdict, 'method' | 'prompt_version'> {
  /** As it is asked for. */
  model: string
  criteria: readonly Criterion[]
  threshold?: number | undefined
}

export const judgeVersionOf = ({
  method,
  prompt_version,
  model,
  criteria,
  threshold,
}: Known): JudgeVersion => ({
  model: method === 'heuristic' ? null : model,
  prompt_version,
  // An answer passes when it passes all of them, whatever their order.
  judged: criteria.map(nameOf).sort(),
  threshold: threshold ?? (method === 'heuristic' ? HEURISTIC_THRESHOLD : LLM_THRESHOLD),
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const nameOf = (criterion: Criterion): string =>
  criterion.kind === 'predefined' ? criterion.name : `sha256:${sha256(criterion.text)}`

export const judgeHashOf = ({ model, prompt_version, judged, threshold }: JudgeVersion): string =>
  sha256(JSON.stringify([model, prompt_version, judged, threshold]))
