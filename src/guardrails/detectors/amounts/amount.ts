import type { Span } from '../span.js'

export interface Amount {
  value: number
  /** ISO 4217, where the text tells. */
  currency?: string
  /** Where it is, for amounts in a text. */
  span?: Span
  /** JSON pointer, for amounts in arguments. */
  path?: string
  /** As it was written. */
  text: string
}

/**
 * The amounts strictly over the limit. The size counts and not the sign: −5,000 is a payment of 5,000 in the other
 * direction. Currencies are not converted: the limit is in whatever the amounts are in.
 */
export const filterOverLimit = (amounts: readonly Amount[], limit: number): Amount[] =>
  amounts.filter(({ value }) => Math.abs(value) > limit)
