/** The score from which on an answer passes, where nobody says otherwise. */

/**
 * 4 of 5: the anchors of 3 describe answers with which the person has to ask again or that hold a wrong claim, and that is
 * no pass.
 */
export const LLM_THRESHOLD = 0.75

export const HEURISTIC_THRESHOLD = 0.5
