/**
 * Lets a model decide which of two outputs is better. Models have a position bias, so each pair is judged in both orders and
 * only a verdict that both orders agree on counts.
 */
import type { JudgeReason } from '../../schema/judge.js'
import { sumCallStats, askJudge, type JudgeDeps, type CallStats } from './ask-judge.js'
import { type JudgePairInput, buildPairPrompt, PAIR_PROMPT_VERSION } from './prompt.js'
import { PAIR_REPLY, type PairReply } from './reply-format.js'
import type { JudgedCriterion } from './rubrics.js'

export interface PairVerdict extends CallStats {
  /** `a` is the first of the two outputs; null if there is no verdict. */
  winner: 'a' | 'b' | 'tie' | null
  /** The winning position with `a` shown first, then with `b` shown first. */
  orders: [PairReply['winner'] | null, PairReply['winner'] | null]
  /** True if both orders chose the same output; null if one has no reply. */
  consistent: boolean | null
  /** The reasoning of both orders. */
  explanation: string
  prompt_version: string
  latency_ms: number
  status: 'scored' | 'error'
  reason: JudgeReason | null
}

export interface PairOptions extends JudgeDeps, JudgePairInput {
  model: string
  criterion: JudgedCriterion
}

export const judgePairByModel = async (options: PairOptions): Promise<PairVerdict> => {
  const { criterion, model, input, outputs, expected, now } = options
  const started = now()
  const compareInOrder = (first: string, second: string) =>
    askJudge(options, {
      format: PAIR_REPLY,
      temperature: 0,
      buildPrompt: (nonce, problem) =>
        buildPairPrompt(criterion, { input, outputs: [first, second], expected }, nonce, problem),
    })
  const original = await compareInOrder(outputs[0], outputs[1])
  const swapped = await compareInOrder(outputs[1], outputs[0])
  const stats = sumCallStats([original, swapped])
  const common = {
    ...stats,
    model: stats.model ?? model,
    prompt_version: PAIR_PROMPT_VERSION,
    latency_ms: now() - started,
  }
  const orders: PairVerdict['orders'] = [getWinner(original), getWinner(swapped)]
  if ('reply' in original && 'reply' in swapped) {
    const originalWinner = winnerFromPosition(original.reply.winner, 'a', 'b')
    const swappedWinner = winnerFromPosition(swapped.reply.winner, 'b', 'a')
    const consistent = originalWinner === swappedWinner
    return {
      ...common,
      orders,
      winner: consistent ? originalWinner : 'tie',
      consistent,
      explanation: `Original order: ${original.reply.reasoning}\nSwapped order: ${swapped.reply.reasoning}`,
      status: 'scored',
      reason: null,
    }
  }
  const failed = 'reason' in original ? original : swapped
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

const getWinner = (attempt: object): PairReply['winner'] | null =>
  'reply' in attempt ? (attempt.reply as PairReply).winner : null

const winnerFromPosition = (
  position: PairReply['winner'],
  first: 'a' | 'b',
  second: 'a' | 'b',
): 'a' | 'b' | 'tie' => (position === 'tie' ? 'tie' : position === 'first' ? first : second)

export interface PairSummary {
  pairs: number
  a_wins: number
  b_wins: number
  ties: number
  /** Pairs without a verdict; they are in none of the other numbers. */
  errors: number
  /** Share of the pairs in which both orders chose the same output; null if there are no pairs. */
  consistency: number | null
  /** Share of the choices, without ties, that preferred the output shown first: 0.5 without position bias. */
  first_position_rate: number | null
}

export const summarizePairs = (
  verdicts: readonly Pick<PairVerdict, 'winner' | 'orders' | 'consistent'>[],
): PairSummary => {
  const decided = verdicts.filter(({ winner }) => winner !== null)
  const count = (side: PairVerdict['winner']): number =>
    decided.filter(({ winner }) => winner === side).length
  const choices = decided.flatMap(({ orders }) => orders).filter((position) => position !== 'tie')
  return {
    pairs: verdicts.length,
    a_wins: count('a'),
    b_wins: count('b'),
    ties: count('tie'),
    errors: verdicts.length - decided.length,
    consistency: share(decided.filter(({ consistent }) => consistent === true).length, decided.length),
    first_position_rate: share(choices.filter((position) => position === 'first').length, choices.length),
  }
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
