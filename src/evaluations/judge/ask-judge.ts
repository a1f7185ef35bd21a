/** Asks the judge model one question. A broken reply is repaired, an unreadable one is retried once; then there is no score. */
import type { JsonObject } from '../../schema/common.js'
import type { JudgeReason, JudgeUsage } from '../../schema/judge.js'
import { parseReply } from './parse-reply.js'
import type { Prompt } from './prompt.js'
import type { ReplyFormat } from './reply-format.js'

export interface CompleteRequest extends Prompt {
  schema: JsonObject
  /** 0, unless several samples are requested, which would all be the same. */
  temperature: number
  signal: AbortSignal
}

/** One model call. Rejects if there is no reply after the client's own retries. */
export type Complete = (
  request: CompleteRequest,
) => Promise<{ text: string; usage: JudgeUsage | null; model: string }>

export interface JudgeDeps {
  complete: Complete
  /** Returns an unguessable value, new for every call. */
  newNonce: () => string
  /** Monotonic time in milliseconds. */
  now: () => number
  signal: AbortSignal
}

/** What the calls for one question used, whether they succeeded or not. */
export interface CallStats {
  model: string | null
  usage: JudgeUsage | null
  repaired: number
  retries: number
}

export type JudgeAttempt<T> = CallStats & ({ reply: T } | { reason: JudgeReason; problem: string })

export interface Question<T> {
  format: ReplyFormat<T>
  temperature: number
  buildPrompt: (nonce: string, problem?: string) => Prompt
}

export const askJudge = async <T>(
  { complete, newNonce, signal }: JudgeDeps,
  { format, temperature, buildPrompt }: Question<T>,
): Promise<JudgeAttempt<T>> => {
  const stats: CallStats = { model: null, usage: null, repaired: 0, retries: 0 }
  let problem: string | undefined
  for (let retries = 0; retries <= 1; retries++) {
    stats.retries = retries
    const prompt = buildPrompt(newNonce(), problem)
    let text: string
    try {
      const completion = await complete({ ...prompt, schema: format.schema, temperature, signal })
      text = completion.text
      stats.model = completion.model
      stats.usage = addUsage(stats.usage, completion.usage)
    } catch (error) {
      // An aborted judgement throws instead of returning an error verdict.
      signal.throwIfAborted()
      const message = error instanceof Error ? error.message : String(error)
      return { ...stats, reason: 'judge_call_failed', problem: message }
    }
    const parsed = parseReply(text, format)
    if ('reply' in parsed) return { ...stats, reply: parsed.reply, repaired: parsed.isRepaired ? 1 : 0 }
    problem = parsed.problem
  }
  return { ...stats, reason: 'judge_parse_failure', problem: problem ?? '' }
}

/** Null if the provider reports no usage. */
export const addUsage = (sum: JudgeUsage | null, added: JudgeUsage | null): JudgeUsage | null => {
  if (sum === null || added === null) return sum ?? added
  return {
    input_tokens: sum.input_tokens + added.input_tokens,
    output_tokens: sum.output_tokens + added.output_tokens,
    total_tokens: sum.total_tokens + added.total_tokens,
    calls: sum.calls + added.calls,
    ...((sum.estimated === true || added.estimated === true) && { estimated: true }),
  }
}

export const sumCallStats = (stats: readonly CallStats[]): CallStats => ({
  model: stats.findLast(({ model }) => model !== null)?.model ?? null,
  usage: stats.reduce<JudgeUsage | null>((sum, { usage }) => addUsage(sum, usage), null),
  repaired: stats.reduce((sum, { repaired }) => sum + repaired, 0),
  retries: stats.reduce((sum, { retries }) => sum + retries, 0),
})
