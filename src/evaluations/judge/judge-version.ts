/** The version of a judge: a calibration applies to all judges of the same version. */
import { createHash } from 'node:crypto'
import type { JudgeVerdict } from '../../schema/judge.js'
import type { JudgedCriterion } from './rubrics.js'
import { HEURISTIC_THRESHOLD, LLM_THRESHOLD } from './thresholds.js'

export interface JudgeVersion {
  /** The requested model; null for the heuristic judge. */
  model: string | null
  prompt_version: string
  /** Names of predefined criteria, hashes of rubrics. */
  judged: string[]
  threshold: number
}

interface JudgeIdentity extends Pick<JudgeVerdict, 'method' | 'prompt_version'> {
  /** The requested model. */
  model: string
  criteria: readonly JudgedCriterion[]
  threshold?: number | undefined
}

export const toJudgeVersion = ({
  method,
  prompt_version,
  model,
  criteria,
  threshold,
}: JudgeIdentity): JudgeVersion => ({
  model: method === 'heuristic' ? null : model,
  prompt_version,
  // Sorted: an output must pass all criteria, so their order does not matter.
  judged: criteria.map(toCriterionKey).sort(),
  threshold: threshold ?? (method === 'heuristic' ? HEURISTIC_THRESHOLD : LLM_THRESHOLD),
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const toCriterionKey = (criterion: JudgedCriterion): string =>
  criterion.kind === 'predefined' ? criterion.name : `sha256:${sha256(criterion.text)}`

export const hashJudgeVersion = ({ model, prompt_version, judged, threshold }: JudgeVersion): string =>
  sha256(JSON.stringify([model, prompt_version, judged, threshold]))
