/** Calls the judge: a model, through an executor thread, or the heuristic judge in demo mode. */
import { randomBytes } from 'node:crypto'
import type { Completion, CompletionRequest } from '../../engine/threads/executor-protocol.js'
import type { Complete, JudgeDeps } from '../judge/ask-judge.js'
import { combineVerdicts, judgeByModel } from '../judge/judge.js'
import { judgePairByModel, type PairVerdict } from '../judge/pairwise.js'
import type { JudgeInput, JudgePairInput } from '../judge/prompt.js'
import type { JudgedCriterion } from '../judge/rubrics.js'
import type { JudgeResponse, JudgeVerdict } from '../../schema/judge.js'

interface JudgeClientDeps {
  complete: (request: CompletionRequest) => Promise<Completion>
  /** True if the built-in demo model replaces all models; the heuristic judge is used then. */
  isDemo: boolean
  defaultModel: string | undefined
  timeoutMs: number
}

interface JudgeSettings {
  criteria: readonly JudgedCriterion[]
  model?: string | undefined
  samples?: number | undefined
  threshold?: number | undefined
}

export const makeJudgeClient = ({ complete, isDemo, defaultModel, timeoutMs }: JudgeClientDeps) => {
  /** The model `demo` can also be requested by name. */
  const isHeuristic = (model: string | undefined): boolean => isDemo || /^demo\b/.test(model ?? '')
  const now = () => performance.now()

  const resolveModelName = (model: string | undefined): string => model ?? defaultModel ?? 'default'

  const makeJudgeDeps = (model: string | undefined, signal: AbortSignal): JudgeDeps & { model: string } => {
    const completeForJudge: Complete = async ({ system, user, schema, temperature }) => {
      const settings = { temperature, ...(model !== undefined && { model }) }
      const { usage, ...reply } = await complete({ settings, system, user, schema, timeoutMs })
      return { ...reply, usage: usage && withoutModel(usage) }
    }
    return {
      complete: completeForJudge,
      newNonce: () => randomBytes(8).toString('hex'),
      now,
      signal,
      model: resolveModelName(model),
    }
  }

  const judgeCriterion = async (
    criterion: JudgedCriterion,
    { model, samples, threshold }: JudgeSettings,
    judgeInput: JudgeInput,
    signal: AbortSignal,
  ): Promise<JudgeVerdict> => {
    if (!isHeuristic(model))
      return judgeByModel({ ...makeJudgeDeps(model, signal), ...judgeInput, criterion, samples, threshold })
    // Loaded on first use: its word lists took a tenth of the start time of the service.
    const { judgeByHeuristic } = await import('../judge/heuristic-judge.js')
    return judgeByHeuristic({ ...judgeInput, criterion, threshold, now })
  }

  return {
    /** The name of the model that is called if a request names this one, or none. */
    resolveModelName,

    async judge(
      judgeSettings: JudgeSettings,
      judgeInput: JudgeInput,
      signal: AbortSignal,
    ): Promise<Omit<JudgeResponse, 'id'>> {
      const [first, ...others] = await Promise.all(
        judgeSettings.criteria.map((criterion) =>
          judgeCriterion(criterion, judgeSettings, judgeInput, signal),
        ),
      )
      if (first === undefined) throw new Error('the judge needs at least one criterion')
      return combineVerdicts([first, ...others])
    },

    async judgePair(
      { criterion, model }: { criterion: JudgedCriterion; model?: string | undefined },
      pair: JudgePairInput,
      signal: AbortSignal,
    ): Promise<PairVerdict> {
      if (!isHeuristic(model))
        return judgePairByModel({ ...makeJudgeDeps(model, signal), ...pair, criterion })
      const { judgePairByHeuristic } = await import('../judge/heuristic-pair-judge.js')
      return judgePairByHeuristic({ ...pair, criterion, now })
    },
  }
}

export type JudgeClient = ReturnType<typeof makeJudgeClient>

const withoutModel = ({
  input_tokens,
  output_tokens,
  total_tokens,
  calls,
}: NonNullable<Completion['usage']>) => ({
  input_tokens,
  output_tokens,
  total_tokens,
  calls,
})
