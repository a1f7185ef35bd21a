/** Figures of a tenant or of an assistant over a range of time: folded buckets, and entries that are not folded yet. */
import { validationError } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import type {
  NodeStatistics,
  NodeStatisticsQuery,
  Statistics,
  StatisticsQuery,
} from '../../schema/statistics.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { StatisticsRow, StatisticsStore } from '../../store/statistics/statistics.js'
import { requireAssistant } from '../require-resource.js'
import { toIso } from '../row-mappers.js'
import { addBucket, addCreated, addEnd, emptyBucket, parseBucket, toFigures, type Bucket } from './bucket.js'
import type { Entry } from './entry.js'
import { toPercentiles } from './histogram.js'
import { addNodeTally, parseNodes, type NodeTally } from './node-tally.js'
import { alignDown, alignUp, findPeriod, HOUR, MINUTE } from './periods.js'

interface Deps {
  statistics: StatisticsStore
  assistants: AssistantStore
  clock: Clock
}

const DEFAULT_RANGE_MS = 24 * HOUR.ms
const MAX_POINTS = 1_500
/** In seconds. The first one that needs at most 100 points is the default. */
const STEPS = [60, 300, 900, 1_800, 3_600, 7_200, 21_600, 86_400]
const DEFAULT_MAX_POINTS = 100

interface Range {
  from: number
  to: number
}

export const makeStatistics = ({ statistics, assistants, clock }: Deps) => ({
  async get(tenant_id: string, query: StatisticsQuery): Promise<Statistics> {
    const now = clock.now()
    const assistant_id =
      query.assistant_id === undefined
        ? ''
        : (await requireAssistant(assistants, tenant_id, query.assistant_id)).assistant_id
    const { step, ...range } = parseSteps(query, now)
    const { seconds: resolution } = findPeriod(step)
    const [rows, queue] = await Promise.all([
      statistics.readRange({ tenant_id, assistant_id, resolution, ...range }),
      statistics.readQueue({ tenant_id, assistant_id }, now),
    ])
    const points = toPoints(rows, range, step * 1000)
    const totals = emptyBucket()
    for (const { bucket } of points) addBucket(totals, bucket)
    const hasWebhooks = assistant_id === ''
    return {
      from: toIso(range.from),
      to: toIso(range.to),
      step,
      totals: toFigures(totals, hasWebhooks),
      queue: {
        depth: queue.depth,
        oldest_ms: queue.waiting_since === null ? null : Math.max(0, now - queue.waiting_since),
      },
      series: points.map(({ at, bucket }) => ({ at: toIso(at), ...toFigures(bucket, hasWebhooks) })),
    }
  },

  async getNodes(
    tenant_id: string,
    requestedId: string,
    query: NodeStatisticsQuery,
  ): Promise<NodeStatistics> {
    const now = clock.now()
    const { assistant_id } = await requireAssistant(assistants, tenant_id, requestedId)
    const requested = parseRange(query, now)
    const hasMinutes = requested.from >= now - MINUTE.keptMs
    const range = alignRange(requested, hasMinutes ? MINUTE.ms : HOUR.ms)
    const tally: NodeTally = new Map()
    const rows = await statistics.listNodes({ tenant_id, assistant_id, ...range, ...toWholeHours(range) })
    for (const { nodes } of rows) addNodeTally(tally, parseNodes(nodes))
    return {
      assistant_id,
      from: toIso(range.from),
      to: toIso(range.to),
      nodes: [...tally.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([node_id, { count, errors, input_tokens, output_tokens, duration }]) => ({
          node_id,
          count,
          errors,
          duration_ms: toPercentiles(duration),
          tokens: { input: input_tokens, output: output_tokens },
        })),
    }
  },
})

export type StatisticsService = ReturnType<typeof makeStatistics>

const parseRange = ({ from, to }: NodeStatisticsQuery, now: number): Range => {
  const end = to === undefined ? now : Date.parse(to)
  const start = from === undefined ? end - DEFAULT_RANGE_MS : Date.parse(from)
  if (start >= end) throw validationError('from', 'must be before to')
  if (start < now - HOUR.keptMs) throw validationError('from', 'must not be more than 90 days ago')
  return { from: start, to: end }
}

const alignRange = ({ from, to }: Range, ms: number): Range => ({
  from: alignDown(from, ms),
  to: alignUp(to, ms),
})

/** The whole hours of a range; minutes are read only before and after them. */
const toWholeHours = ({ from, to }: Range): { first_hour: number; last_hour: number } => {
  const first_hour = Math.min(alignUp(from, HOUR.ms), to)
  return { first_hour, last_hour: Math.max(first_hour, alignDown(to, HOUR.ms)) }
}

const parseSteps = (query: StatisticsQuery, now: number): Range & { step: number } => {
  const range = parseRange(query, now)
  const isOld = range.from < now - MINUTE.keptMs
  const step = query.step ?? chooseStep(range, isOld)
  if (isOld && step % HOUR.seconds !== 0)
    throw validationError('step', 'must be a multiple of 3600, because from is more than 48 hours ago')
  const aligned = alignRange(range, step * 1000)
  const points = (aligned.to - aligned.from) / (step * 1000)
  if (points > MAX_POINTS)
    throw validationError(
      'step',
      `must be longer: the range has ${String(points)} steps, at most ${String(MAX_POINTS)} are allowed`,
    )
  return { ...aligned, step }
}

const chooseStep = ({ from, to }: Range, isOld: boolean): number => {
  const candidates = STEPS.filter((seconds) => !isOld || seconds >= HOUR.seconds)
  return candidates.find((seconds) => (to - from) / (seconds * 1000) <= DEFAULT_MAX_POINTS) ?? 86_400
}

const toPoints = (
  rows: readonly StatisticsRow[],
  { from, to }: Range,
  stepMs: number,
): { at: number; bucket: Bucket }[] => {
  const points = Array.from({ length: (to - from) / stepMs }, (_, index) => ({
    at: from + index * stepMs,
    bucket: emptyBucket(),
  }))
  /** Returns undefined for a time outside of the range. */
  const findBucket = (at: number): Bucket | undefined => points[Math.floor((at - from) / stepMs)]?.bucket
  for (const { source, at, data } of rows) {
    const bucket = findBucket(at)
    if (source === 'entry') {
      const entry = JSON.parse(data) as Entry
      if (bucket !== undefined) addEnd(bucket, entry)
      const created = entry.run && findBucket(entry.run.created_at)
      if (created !== undefined) addCreated(created)
    } else if (bucket !== undefined) {
      if (source === 'bucket') addBucket(bucket, parseBucket(data))
      else addCreated(bucket, Number(data))
    }
  }
  return points
}
