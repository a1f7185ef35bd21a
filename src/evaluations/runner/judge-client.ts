/** Judges as the service has them: a model, asked through the executors, or in demo mode rules that need none. */
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
  /** Whether the built-in demo model answers for all models: rules judge then. */
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
  /** `demo` is a model like any other to who names it. */
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
    // Loaded when it is needed: its word lists took a tenth of the time in which the service comes up.
    const { judgeByHeuristic } = await import('../judge/heuristic-judge.js')
    return judgeByHeuristic({ ...judgeInput, criterion, threshold, now })
  }

  return {
    /** The model that is asked where this one is named, or none. */
    nameOf: resolveModelName,

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
      if (first === undefined) throw new Error('there is nothing to judge by')
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
