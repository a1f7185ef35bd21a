/**
 * The loads of streams.ts. HEDDLE_BENCH_SCALE multiplies their streams and tokens: 0.1 tries all variants in a few minutes, and says
 * nothing about the targets.
 */
export interface Load {
  streams: number
  /** Tokens per second of each stream. */
  perSecond: number
  /** Tokens of each stream. */
  tokens: number
}

const SCALE = Number(process.env['HEDDLE_BENCH_SCALE'] ?? 1)
export const IS_SCALED = SCALE !== 1

const scale = ({ streams, perSecond, tokens }: Load): Load => ({
  streams: Math.max(2, Math.round(streams * SCALE)),
  perSecond,
  tokens: Math.max(10, Math.round(tokens * SCALE)),
})

export const TWENTY = scale({ streams: 20, perSecond: 25, tokens: 250 })
export const HUNDRED = scale({ streams: 100, perSecond: 25, tokens: 250 })
const FOUR_HUNDRED = scale({ streams: 400, perSecond: 25, tokens: 250 })
export const THOUSAND = scale({ streams: 1_000, perSecond: 1, tokens: 20 })
/** Far more tokens than any of the servers can send. */
export const SATURATION = scale({ streams: 400, perSecond: 250, tokens: 100 })
export const WARM_UP = scale({ streams: 4, perSecond: 1_000, tokens: 500 })

export const SERVICE_LOADS: readonly Load[] = [TWENTY, HUNDRED, FOUR_HUNDRED, THOUSAND, SATURATION]
/** LangGraph's server and `graph.stream()` reach their limit with less than 400 streams, which would take minutes and show the same as SATURATION. */
export const PEER_LOADS: readonly Load[] = [TWENTY, HUNDRED, THOUSAND, SATURATION]

export const toModel = ({ tokens, perSecond }: Load): string => `metronome-${tokens}-${perSecond}`

export const describeLoad = ({ streams, perSecond }: Load): string =>
  `${streams} streams, ${perSecond} token${perSecond === 1 ? '' : 's'} a second each`
