import { Type, type Static } from 'typebox'
import { Nullable } from './common.js'

const price = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description })

export const ModelPrice = Type.Object(
  {
    input_per_million: price('US dollars for a million input tokens.'),
    output_per_million: price('US dollars for a million output tokens.'),
    cached_input_per_million: Type.Optional(
      price(
        'US dollars for a million input tokens that the provider has cached. Default: the price of input tokens.',
      ),
    ),
  },
  { additionalProperties: false },
)
export type ModelPrice = Static<typeof ModelPrice>

/** The file that MODEL_PRICES_FILE names. */
export const ModelPricesFile = Type.Object(
  { models: Type.Record(Type.String({ minLength: 1 }), ModelPrice) },
  { additionalProperties: false },
)
export type ModelPricesFile = Static<typeof ModelPricesFile>

/** An amount as a decimal number in a string, because a sum of floating-point numbers is not exact. */
export const Usd = Type.String({
  pattern: '^\\d+(\\.\\d{1,9})?$',
  description: 'US dollars as a decimal number, for example `0.0061`.',
  examples: ['0.0061'],
})

export const Cost = Type.Object(
  {
    usd: Nullable(Usd),
    unpriced_models: Type.Array(Type.String(), { description: 'The models without a known price.' }),
  },
  {
    title: 'Cost',
    description:
      'The cost of the model calls at the prices of the time of the run. `usd` is null if a model has no known price.',
    examples: [{ usd: '0.0061', unpriced_models: [] }],
  },
)
export type Cost = Static<typeof Cost>
