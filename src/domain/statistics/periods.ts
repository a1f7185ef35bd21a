/** The periods that figures are kept for. */

const HOUR_MS = 3_600_000
export const MINUTE = { seconds: 60, ms: 60_000, keptMs: 48 * HOUR_MS }
export const HOUR = { seconds: 3_600, ms: HOUR_MS, keptMs: 90 * 24 * HOUR_MS }
export const PERIODS = [MINUTE, HOUR]

export const alignDown = (at: number, ms: number): number => Math.floor(at / ms) * ms
export const alignUp = (at: number, ms: number): number => Math.ceil(at / ms) * ms
