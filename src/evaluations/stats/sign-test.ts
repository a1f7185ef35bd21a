import { fairBinomialCdf } from './binomial.js'

/** Two-sided sign test: the p value of this many wins and losses if both sides are equal. Ties are ignored. */
export const signTest = (wins: number, losses: number): number =>
  Math.min(1, 2 * fairBinomialCdf(Math.min(wins, losses), wins + losses))
