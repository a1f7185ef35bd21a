import type { Span } from '../span.js'

export interface Amount {
  value: number
  /** The ISO 4217 code, if known. */
  currency?: string
  /** For amounts in a text. */
  span?: Span
  /** A JSON pointer, for amounts in arguments. */
  path?: string
  /** The amount as written. */
  text: string
}

/**
 * Returns the amounts strictly over the limit. The sign is ignored: −5,000 is a payment of 5,000 in the other direction.
 * Currencies are not converted; the limit applies to every currency.
 */
export const filterOverLimit = (amounts: readonly Amount[], limit: number): Amount[] =>
  amounts.filter(({ value }) => Math.abs(value) > limit)
