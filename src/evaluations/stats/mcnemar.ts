import { signTest } from './sign-test.js'

export interface McNemar {
  /** Passed before and fails now. */
  regressed: number
  /** Failed before and passes now. */
  fixed: number
  p: number
}

/** Exact and two-sided, on the pairs that differ: those that pass twice or fail twice do not tell the sides apart. */
export const mcNemar = (regressed: number, fixed: number): McNemar => ({
  regressed,
  fixed,
  p: signTest(fixed, regressed),
})
