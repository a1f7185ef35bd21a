/** What a judge and people said of the same results of an evaluation. Nobody is asked again. */
import { toJudgeVersion } from '../judge/judge-version.js'
import type { HumanCriterion, JudgeCriterion } from '../scoring/criterion.js'
import type { JudgeVerdict } from '../../schema/judge.js'
import type { EvaluationResultStore } from '../../store/evaluations/results.js'
import type { JudgeClient } from './judge-client.js'
import type { VerdictPairs } from './judge-labels.js'
import { readResultsByExample } from './read-results.js'
import { parseScores, type StoredScore } from './stored-score.js'

/** Who judged, as it is kept with a score. */
export type StoredJudge = Pick<JudgeVerdict, 'method' | 'model' | 'prompt_version'>

/** Undefined: it is no score of a judge, or there is none. */
export const getJudge = (storedScore: StoredScore | undefined): StoredJudge | undefined => {
  if (storedScore?.scorer !== 'llm_judge' || storedScore.score === null) return undefined
  const { method, model, prompt_version } = storedScore as StoredScore & StoredJudge
  return { method, model, prompt_version }
}

interface ReviewedVerdictsDeps {
  results: EvaluationResultStore
  judgeClient: JudgeClient
}

/** Undefined: the judge scored nothing that people have scored too. */
export const collectReviewedVerdicts = async (
  { results, judgeClient }: ReviewedVerdictsDeps,
  key: { tenant_id: string; eval_id: string },
  criterion: JudgeCriterion,
  human: HumanCriterion,
): Promise<VerdictPairs | undefined> => {
  let firstJudge: StoredJudge | undefined
  const verdicts: VerdictPairs['verdicts'] = []
  for await (const rows of readResultsByExample(results, key)) {
    for (const row of rows) {
      const scores = parseScores(row)
      const judgeScore = scores.find((score) => score.criterion === criterion.name)
      const humanScore = scores.find((score) => score.criterion === human.name)
      if (humanScore?.passed == null) continue
      const judge = getJudge(judgeScore)
      firstJudge ??= judge
      const judgePassed =
        judge !== undefined && isSameJudge(judge, firstJudge) ? (judgeScore?.passed ?? null) : null
      // Of a judge whose criterion is negated, what it passed itself; people are turned with it.
      verdicts.push({
        judge: judgePassed === null ? null : judgePassed !== criterion.negate,
        human: humanScore.passed !== criterion.negate,
      })
    }
  }
  if (firstJudge === undefined) return undefined
  return {
    judge: toJudgeVersion({ ...criterion, ...firstJudge, model: judgeClient.nameOf(criterion.model) }),
    verdicts,
  }
}

/** Results that were tried again later may have had another judge. */
const isSameJudge = (judge: StoredJudge, firstJudge: StoredJudge | undefined): boolean =>
  judge.method === firstJudge?.method && judge.prompt_version === firstJudge.prompt_version
