/** Which of two answers is better. Judges favour a place, so each pair is shown in both orders, and only what both say counts. */
import type { JudgeReason } from '../../schema/judge.js'
import { addSpent, ask, type Judge, type Spent } from './ask-judge.js'
import { type JudgedPair, makePairPrompt, PAIR_PROMPT_VERSION } from './prompt.js'
import { PAIR_REPLY, type PairReply } from './reply-format.js'
import type { Criterion } from './rubrics.js'

export interface PairVerdict extends Spent {
  /** `a` is the one that was given first. Null: there is none. */
  winner: 'a' | 'b' | 'tie' | null
  /** What was said with `a` shown first, then with `b` shown first: of the places, not of the answers. */
  orders: [PairReply['winner'] | null, PairReply['winner'] | null]
  /** Whether both orders mean the same; null: one of them has no reply. */
  consistent: boolean | null
  /** Of both orders. */
  explanation: string
  prompt_version: string
  latency_ms: number
  status: 'scored' | 'error'
  reason: JudgeReason | null
}

export interface PairOptions extends Judge, JudgedPair {
  model: string
  criterion: Criterion
}

export const judgePair = async (options: PairOptions): Promise<PairVerdict> => {
  const { criterion, model, input, outputs, expected, now } = options
  const started = now()
  const show = (first: string, second: string) =>
    ask(options, {
      shape: PAIR_REPLY,
      temperature: 0,
      makePrompt: (nonce, problem) =>
        makePairPrompt(criterion, { input, outputs: [first, second], expected }, nonce, problem),
    })
  const given = await show(outputs[0], outputs[1])
  const swapped = await show(outputs[1], outputs[0])
  const spent = addSpent([given, swapped])
  const common = {
    ...spent,
    model: spent.model ?? model,
    prompt_version: PAIR_PROMPT_VERSION,
    latency_ms: now() - started,
  }
  const orders: PairVerdict['orders'] = [winnerOf(given), winnerOf(swapped)]
  if ('reply' in given && 'reply' in swapped) {
    const said = answerMeant(given.reply.winner, 'a', 'b')
    const saidSwapped = answerMeant(swapped.reply.winner, 'b', 'a')
    const consistent = said === saidSwapped
    return {
      ...common,
      orders,
      winner: consistent ? said : 'tie',
      consistent,
      explanation: `In the order given: ${given.reply.reasoning}\nSwapped: ${swapped.reply.reasoning}`,
      status: 'scored',
      reason: null,
    }
  }
  const failed = 'reason' in given ? given : swapped
  return {
    ...common,
    orders,
    winner: null,
    consistent: null,
    explanation: 'problem' in failed ? `One order has no verdict: ${failed.problem}.` : '',
    status: 'error',
    reason: 'reason' in failed ? failed.reason : null,
  }
}

const winnerOf = (asked: object): PairReply['winner'] | null =>
  'reply' in asked ? (asked.reply as PairReply).winner : null

const answerMeant = (place: PairReply['winner'], first: 'a' | 'b', second: 'a' | 'b'): 'a' | 'b' | 'tie' =>
  place === 'tie' ? 'tie' : place === 'first' ? first : second

export interface PairSummary {
  pairs: number
  a_wins: number
  b_wins: number
  ties: number
  /** Pairs without a verdict: in none of the other figures. */
  errors: number
  /** Share of the pairs whose orders mean the same; null: there is none. */
  consistency: number | null
  /** How often the answer shown first was chosen, of all choices that were no tie: 0.5 without a bias. */
  first_position_rate: number | null
}

export const summarisePairs = (
  verdicts: readonly Pick<PairVerdict, 'winner' | 'orders' | 'consistent'>[],
): PairSummary => {
  const judged = verdicts.filter(({ winner }) => winner !== null)
  const count = (wanted: PairVerdict['winner']): number =>
    judged.filter(({ winner }) => winner === wanted).length
  const choices = judged.flatMap(({ orders }) => orders).filter((place) => place !== 'tie')
  return {
    pairs: verdicts.length,
    a_wins: count('a'),
    b_wins: count('b'),
    ties: count('tie'),
    errors: verdicts.length - judged.length,
    consistency: share(judged.filter(({ consistent }) => consistent === true).length, judged.length),
    first_position_rate: share(choices.filter((place) => place === 'first').length, choices.length),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
