/** The default thresholds: an output passes with at least this score. */

/** 4 of 5: the rubrics describe a 3 as an output with a wrong claim or one that makes the person ask again. */
export const LLM_THRESHOLD = 0.75

export const HEURISTIC_THRESHOLD = 0.5
