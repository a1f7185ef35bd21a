import { signTest } from './sign-test.js'

export interface McNemar {
  /** Number of pairs that passed before and fail now. */
  regressed: number
  /** Number of pairs that failed before and pass now. */
  fixed: number
  p: number
}

/** The exact, two-sided McNemar test. It uses the discordant pairs only: equal outcomes do not distinguish the sides. */
export const mcNemar = (regressed: number, fixed: number): McNemar => ({
  regressed,
  fixed,
  p: signTest(fixed, regressed),
})
