/** What makes a judge the one that it is: two of the same version can be relied on alike. */
import { createHash } from 'node:crypto'
import type { JudgeVerdict } from '../../schema/judge.js'
import type { JudgedCriterion } from './rubrics.js'
import { HEURISTIC_THRESHOLD, LLM_THRESHOLD } from './thresholds.js'

export interface JudgeVersion {
  /** As it is asked for; null: rules, and no model. */
  model: string | null
  prompt_version: string
  /** Names of predefined criteria, hashes of rubrics. */
  judged: string[]
  threshold: number
}

interface JudgeIdentity extends Pick<JudgeVerdict, 'method' | 'prompt_version'> {
  /** As it is asked for. */
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
  // An answer passes when it passes all of them, whatever their order.
  judged: criteria.map(toCriterionKey).sort(),
  threshold: threshold ?? (method === 'heuristic' ? HEURISTIC_THRESHOLD : LLM_THRESHOLD),
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const toCriterionKey = (criterion: JudgedCriterion): string =>
  criterion.kind === 'predefined' ? criterion.name : `sha256:${sha256(criterion.text)}`

export const hashJudgeVersion = ({ model, prompt_version, judged, threshold }: JudgeVersion): string =>
  sha256(JSON.stringify([model, prompt_version, judged, threshold]))
