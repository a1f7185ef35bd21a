/** What a judge and people said of the same results of an evaluation. Nobody is asked again. */
import { judgeVersionOf } from '../judge/judge-version.js'
import type { HumanCriterion, JudgeCriterion } from '../scoring/criterion.js'
import type { JudgeVerdict } from '../../schema/judge.js'
import type { ResultStore } from '../../store/evaluations/results.js'
import type { Judging } from './judge-client.js'
import type { Verdicts } from './judge-labels.js'
import { resultsByExample } from './read-results.js'
import { scoresIn, type KeptScore } from './stored-score.js'

/** Who judged, as it is kept with a score. */
export type KeptJudge = Pick<JudgeVerdict, 'method' | 'model' | 'prompt_version'>

/** Undefined: it is no score of a judge, or there is none. */
export const judgeOf = (kept: KeptScore | undefined): KeptJudge | undefined => {
  if (kept?.scorer !== 'llm_judge' || kept.score === null) return undefined
  const { method, model, prompt_version } = kept as KeptScore & KeptJudge
  return { method, model, prompt_version }
}

interface Parts {
  results: ResultStore
  judging: Judging
}

/** Undefined: the judge scored nothing that people have scored too. */
export const reviewedVerdicts = async (
  { results, judging }: Parts,
  of: { tenant_id: string; eval_id: string },
  criterion: JudgeCriterion,
  human: HumanCriterion,
): Promise<Verdicts | undefined> => {
  let first: KeptJudge | undefined
  const verdicts: Verdicts['verdicts'] = []
  for await (const rows of resultsByExample(results, of)) {
    for (const row of rows) {
      const scores = scoresIn(row)
      const byJudge = scores.find((one) => one.criterion === criterion.name)
      const byPeople = scores.find((one) => one.criterion === human.name)
      if (byPeople?.passed == null) continue
      const judge = judgeOf(byJudge)
      first ??= judge
      const said = judge !== undefined && isSame(judge, first) ? (byJudge?.passed ?? null) : null
      // Of a judge whose criterion is negated, what it passed itself; people are turned with it.
      verdicts.push({
        judge: said === null ? null : said !== criterion.negate,
        human: byPeople.passed !== criterion.negate,
      })
    }
  }
  if (first === undefined) return undefined
  return {
    judge: judgeVersionOf({ ...criterion, ...first, model: judging.nameOf(criterion.model) }),
    verdicts,
  }
}

/** Results that were tried again later may have had another judge. */
const isSame = (judge: KeptJudge, first: KeptJudge | undefined): boolean =>
  judge.method === first?.method && judge.prompt_version === first.prompt_version
