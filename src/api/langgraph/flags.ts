/** A boolean in a query or a body. The SDKs write true as 1, true or yes, quoted or not. */
import { Type } from 'typebox'

export type Flag = string | boolean | number

export const flag = Type.Optional(
  Type.Unsafe<Flag>({
    type: ['boolean', 'string', 'number'],
    description: 'Set if it is `true`, `1` or `yes`.',
  }),
)

export const isSet = (value: Flag | undefined): boolean => /^(1|true|yes)$/i.test(String(value ?? ''))
