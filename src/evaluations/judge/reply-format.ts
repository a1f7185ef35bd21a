/** The JSON Schemas of judge replies: sent to models that support structured output, and validated for all models. */
import { Ajv, type ValidateFunction } from 'ajv'
import type { JsonObject } from '../../schema/common.js'

export const MIN_SCORE = 1
export const MAX_SCORE = 5

export interface ScoreReply {
  reasoning: string
  issues: string[]
  score: number
}

export interface PairReply {
  reasoning: string
  winner: 'first' | 'second' | 'tie'
}

export interface ReplyFormat<T> {
  schema: JsonObject
  validate: ValidateFunction<T>
  /** The key of the verdict: it must be unambiguous, even in a broken reply. */
  verdictKey: string
}

const ajv = new Ajv({ allErrors: true, strict: false, meta: false, validateSchema: false })

const makeReplyFormat = <T>(verdictKey: string, properties: JsonObject): ReplyFormat<T> => {
  const schema = {
    type: 'object',
    properties: { reasoning: { type: 'string', minLength: 1 }, ...properties },
    required: ['reasoning', ...Object.keys(properties)],
    additionalProperties: false,
  }
  let compiled: ValidateFunction<T> | undefined
  return {
    schema,
    verdictKey,
    // Compiled on first use, so that it does not delay the start of the service.
    get validate() {
      return (compiled ??= ajv.compile<T>(schema))
    },
  }
}

export const SCORE_REPLY = makeReplyFormat<ScoreReply>('score', {
  issues: { type: 'array', items: { type: 'string' } },
  // `enum` instead of `minimum` and `maximum`: not all providers support ranges in structured output.
  score: { type: 'integer', enum: [1, 2, 3, 4, 5] },
})

export const PAIR_REPLY = makeReplyFormat<PairReply>('winner', {
  winner: { type: 'string', enum: ['first', 'second', 'tie'] },
})
