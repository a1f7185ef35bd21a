/** Collects stored verdicts of a judge and of people on the same results. It makes no model calls. */
import { toJudgeVersion } from '../judge/judge-version.js'
import type { HumanCriterion, JudgeCriterion } from '../scoring/criterion.js'
import type { JudgeVerdict } from '../../schema/judge.js'
import type { EvaluationResultStore } from '../../store/evaluations/results.js'
import type { JudgeClient } from './judge-client.js'
import type { VerdictPairs } from './judge-labels.js'
import { readResultsByExample } from './read-results.js'
import { parseScores, type StoredScore } from './stored-score.js'

/** The judge, as stored with a score. */
export type StoredJudge = Pick<JudgeVerdict, 'method' | 'model' | 'prompt_version'>

/** Returns undefined if the score is missing or not from a judge. */
export const getJudge = (storedScore: StoredScore | undefined): StoredJudge | undefined => {
  if (storedScore?.scorer !== 'llm_judge' || storedScore.score === null) return undefined
  const { method, model, prompt_version } = storedScore as StoredScore & StoredJudge
  return { method, model, prompt_version }
}

interface ReviewedVerdictsDeps {
  results: EvaluationResultStore
  judgeClient: JudgeClient
}

/** Returns undefined if no result was scored by both. */
export const collectReviewedVerdicts = async (
  { results, judgeClient }: ReviewedVerdictsDeps,
  key: { tenant_id: string; eval_id: string },
  criterion: JudgeCriterion,
  humanCriterion: HumanCriterion,
): Promise<VerdictPairs | undefined> => {
  let firstJudge: StoredJudge | undefined
  const verdicts: VerdictPairs['verdicts'] = []
  for await (const rows of readResultsByExample(results, key)) {
    for (const row of rows) {
      const scores = parseScores(row)
      const judgeScore = scores.find((score) => score.criterion === criterion.name)
      const humanScore = scores.find((score) => score.criterion === humanCriterion.name)
      if (humanScore?.passed == null) continue
      const judge = getJudge(judgeScore)
      firstJudge ??= judge
      const judgePassed =
        judge !== undefined && isSameJudge(judge, firstJudge) ? (judgeScore?.passed ?? null) : null
      // A negated criterion stores the inverse of the judge's verdict: undo it on both sides.
      verdicts.push({
        judge: judgePassed === null ? null : judgePassed !== criterion.negate,
        human: humanScore.passed !== criterion.negate,
      })
    }
  }
  if (firstJudge === undefined) return undefined
  return {
    judge: toJudgeVersion({
      ...criterion,
      ...firstJudge,
      model: judgeClient.resolveModelName(criterion.model),
    }),
    verdicts,
  }
}

/** Retried results may have been scored by another judge. */
const isSameJudge = (judge: StoredJudge, firstJudge: StoredJudge | undefined): boolean =>
  judge.method === firstJudge?.method && judge.prompt_version === firstJudge.prompt_version
