/** Judges as the service has them: a model, asked through the executors, or in demo mode rules that need none. */
import { randomBytes } from 'node:crypto'
import type { Completion, CompletionRequest } from '../../engine/threads/executor-protocol.js'
import type { Complete, Judge } from '../judge/ask-judge.js'
import { combine, judgeOne } from '../judge/judge.js'
import { judgePair, type PairVerdict } from '../judge/pairwise.js'
import type { Judged, JudgedPair } from '../judge/prompt.js'
import type { Criterion } from '../judge/rubrics.js'
import type { JudgeAnswer, JudgeVerdict } from '../../schema/judge.js'

interface Parts {
  complete: (request: CompletionRequest) => Promise<Completion>
  /** Whether the built-in demo model answers for all models: rules judge then. */
  isDemo: boolean
  defaultModel: string | undefined
  timeoutMs: number
}

interface Asked {
  criteria: readonly Criterion[]
  model?: string | undefined
  samples?: number | undefined
  threshold?: number | undefined
}

export const makeJudging = ({ complete, isDemo, defaultModel, timeoutMs }: Parts) => {
  /** `demo` is a model like any other to who names it. */
  const isHeuristic = (model: string | undefined): boolean => isDemo || /^demo\b/.test(model ?? '')
  const now = () => performance.now()

  const nameOf = (model: string | undefined): string => model ?? defaultModel ?? 'default'

  const judgeWith = (model: string | undefined, signal: AbortSignal): Judge & { model: string } => {
    const ask: Complete = async ({ system, user, schema, temperature }) => {
      const settings = { temperature, ...(model !== undefined && { model }) }
      const { usage, ...reply } = await complete({ settings, system, user, schema, timeoutMs })
      return { ...reply, usage: usage && withoutModel(usage) }
    }
    return {
      complete: ask,
      newNonce: () => randomBytes(8).toString('hex'),
      now,
      signal,
      model: nameOf(model),
    }
  }

  const verdictOf = async (
    criterion: Criterion,
    { model, samples, threshold }: Asked,
    judged: Judged,
    signal: AbortSignal,
  ): Promise<JudgeVerdict> => {
    if (!isHeuristic(model))
      return judgeOne({ ...judgeWith(model, signal), ...judged, criterion, samples, threshold })
    // Loaded when it is needed: its word lists took a tenth of the time in which the service comes up.
    const { judgeByHeuristic } = await import('../judge/heuristic-judge.js')
    return judgeByHeuristic({ ...judged, criterion, threshold, now })
  }

  return {
    /** The model that is asked where this one is named, or none. */
    nameOf,

    async judge(asked: Asked, judged: Judged, signal: AbortSignal): Promise<Omit<JudgeAnswer, 'id'>> {
      const [first, ...others] = await Promise.all(
        asked.criteria.map((criterion) => verdictOf(criterion, asked, judged, signal)),
      )
      if (first === undefined) throw new Error('there is nothing to judge by')
      return combine([first, ...others])
    },

    async judgePair(
      { criterion, model }: { criterion: Criterion; model?: string | undefined },
      pair: JudgedPair,
      signal: AbortSignal,
    ): Promise<PairVerdict> {
      if (!isHeuristic(model)) return judgePair({ ...judgeWith(model, signal), ...pair, criterion })
      const { judgePairByHeuristic } = await import('../judge/heuristic-pair-judge.js')
      return judgePairByHeuristic({ ...pair, criterion, now })
    },
  }
}

export type Judging = ReturnType<typeof makeJudging>

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
