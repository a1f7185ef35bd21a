/** Asks a judge one question: a broken reply is mended once, an unreadable one is asked for once more, and then there is none. */
import type { JsonObject } from '../../schema/common.js'
import type { JudgeReason, JudgeUsage } from '../../schema/judge.js'
import { parseReply } from './parse-reply.js'
import type { Prompt } from './prompt.js'
import type { ReplyShape } from './reply-format.js'

export interface CompleteRequest extends Prompt {
  schema: JsonObject
  /** 0, unless several samples are wanted, which would then all be the same. */
  temperature: number
  signal: AbortSignal
}

/** One call of a model. Rejects when there is no reply; its own retries for that are over by then. */
export type Complete = (
  request: CompleteRequest,
) => Promise<{ text: string; usage: JudgeUsage | null; model: string }>

export interface Judge {
  complete: Complete
  /** Unguessable and new at every call. */
  newNonce: () => string
  /** Milliseconds, from whatever beginning. */
  now: () => number
  signal: AbortSignal
}

/** What a question cost, answered or not. */
export interface Spent {
  model: string | null
  usage: JudgeUsage | null
  repaired: number
  retries: number
}

export type Asked<T> = Spent & ({ reply: T } | { reason: JudgeReason; problem: string })

export interface Question<T> {
  shape: ReplyShape<T>
  temperature: number
  makePrompt: (nonce: string, problem?: string) => Prompt
}

export const ask = async <T>(
  { complete, newNonce, signal }: Judge,
  { shape, temperature, makePrompt }: Question<T>,
): Promise<Asked<T>> => {
  const spent: Spent = { model: null, usage: null, repaired: 0, retries: 0 }
  let problem: string | undefined
  for (let retries = 0; retries <= 1; retries++) {
    spent.retries = retries
    const prompt = makePrompt(newNonce(), problem)
    let text: string
    try {
      const completion = await complete({ ...prompt, schema: shape.schema, temperature, signal })
      text = completion.text
      spent.model = completion.model
      spent.usage = addUsage(spent.usage, completion.usage)
    } catch (error) {
      // Who stops the judge wants no verdict, not even that there is none.
      signal.throwIfAborted()
      const message = error instanceof Error ? error.message : String(error)
      return { ...spent, reason: 'judge_call_failed', problem: message }
    }
    const parsed = parseReply(text, shape)
    if ('reply' in parsed) return { ...spent, reply: parsed.reply, repaired: parsed.isRepaired ? 1 : 0 }
    problem = parsed.problem
  }
  return { ...spent, reason: 'judge_parse_failure', problem: problem ?? '' }
}

/** Null where nobody counted. */
export const addUsage = (sum: JudgeUsage | null, more: JudgeUsage | null): JudgeUsage | null => {
  if (sum === null || more === null) return sum ?? more
  return {
    input_tokens: sum.input_tokens + more.input_tokens,
    output_tokens: sum.output_tokens + more.output_tokens,
    total_tokens: sum.total_tokens + more.total_tokens,
    calls: sum.calls + more.calls,
    ...((sum.estimated === true || more.estimated === true) && { estimated: true }),
  }
}

export const addSpent = (all: readonly Spent[]): Spent => ({
  model: all.findLast(({ model }) => model !== null)?.model ?? null,
  usage: all.reduce<JudgeUsage | null>((sum, { usage }) => addUsage(sum, usage), null),
  repaired: all.reduce((sum, { repaired }) => sum + repaired, 0),
  retries: all.reduce((sum, { retries }) => sum + retries, 0),
})
