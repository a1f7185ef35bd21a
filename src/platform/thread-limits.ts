import { setFlagsFromString } from 'node:v8'

/**
 * The size of V8's young generation in a worker thread. Without a limit it grows to 48 MB on Node 20 and 22, but to 192 MB on Node 24, in
 * each thread and beyond the limit of its old generation: the same load took 700 MB instead of 370 MB (November 2026).
 */
export const YOUNG_GENERATION_MB = 48

/**
 * V8 13 unrolls some loops so that they no longer check for interrupts, for example `for (;;) list.push(new Array(1000).fill(0))`. A thread in
 * such a loop cannot be terminated, and its memory limit has no effect (Node 24.21, November 2026).
 */
if (Number.parseInt(process.versions.node) >= 24) setFlagsFromString('--no-turboshaft-loop-unrolling')
