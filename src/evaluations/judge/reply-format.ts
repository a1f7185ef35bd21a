/** What a judge must reply, as JSON Schema: given to models that can be held to one, and checked for all of them. */
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
  /** The key that the verdict hangs on: in a broken reply it must be beyond doubt. */
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
    // When the first reply comes: the service starts without it.
    get validate() {
      return (compiled ??= ajv.compile<T>(schema))
    },
  }
}

export const SCORE_REPLY = makeReplyFormat<ScoreReply>('score', {
  issues: { type: 'array', items: { type: 'string' } },
  // As a list and not a range: providers that force a structure know `enum` and often not `minimum`.
  score: { type: 'integer', enum: [1, 2, 3, 4, 5] },
})

export const PAIR_REPLY = makeReplyFormat<PairReply>('winner', {
  winner: { type: 'string', enum: ['first', 'second', 'tie'] },
})
