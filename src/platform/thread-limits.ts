/**
 * The size of V8's young generation in a worker thread. Without a limit it grows to 48 MB on Node 20 and 22, but to 192 MB on Node 24, in
 * each thread and beyond the limit of its old generation: the same load took 700 MB instead of 370 MB (November 2026).
 */
export const YOUNG_GENERATION_MB = 48
