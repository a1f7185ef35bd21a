/** The types of guardrails with the schemas of their settings, for forms. */
import { Type, type Static } from 'typebox'
import { OneOf } from './common.js'
import { GUARDRAIL_TYPES, STAGES } from './guardrail.js'

const GuardrailTypeInfo = Type.Object(
  {
    type: OneOf(GUARDRAIL_TYPES, 'The type of guardrail.'),
    description: Type.String({ description: 'What a guardrail of this type does.' }),
    stages: Type.Array(OneOf(STAGES, 'A stage.'), {
      description:
        'The stages that it checks unless its `config` has `stages`; empty if it checks no text of a run.',
    }),
    config_schema: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The JSON Schema of `config`.',
    }),
  },
  { title: 'GuardrailType' },
)

export const GuardrailTypeList = Type.Object(
  {
    types: Type.Array(GuardrailTypeInfo),
    patterns: Type.Array(Type.String(), {
      description: 'The names of the built-in patterns of `output_filter`.',
    }),
  },
  { title: 'GuardrailTypeList' },
)
export type GuardrailTypeList = Static<typeof GuardrailTypeList>
