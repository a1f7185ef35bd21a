import { fairBinomialCdf } from './binomial.js'

/** How likely it is, were both sides equally good, that one wins this much more often than the other. Ties say nothing. */
export const signTest = (wins: number, losses: number): number =>
  Math.min(1, 2 * fairBinomialCdf(Math.min(wins, losses), wins + losses))
