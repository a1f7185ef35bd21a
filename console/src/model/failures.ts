/** Failed runs grouped by what they have in common: the error and the assistant. */
import type { RunSummary } from '../api/types.ts'

export interface FailureGroup {
  key: string
  code: string
  message: string
  assistantId: string
  version: number
  /** The earliest failure of the group. */
  since: number
  count: number
  /** The run that failed last. */
  latestRunId: string
  /** The number of failures in each twelfth of the range. */
  bars: number[]
}

const BARS = 12

/** Numbers and IDs differ between failures with the same cause. */
const toPattern = (message: string): string =>
  message
    .slice(0, 300)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '#')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '#')

const endOf = (run: RunSummary): number => Date.parse(run.completed_at ?? run.updated_at)

export const groupFailures = (runs: RunSummary[], range: { from: number; to: number }): FailureGroup[] => {
  const groups = new Map<string, FailureGroup & { latest: number }>()
  for (const run of runs) {
    if (run.error === null) continue
    const end = endOf(run)
    if (end < range.from || end > range.to) continue
    const key = [run.error.code, run.assistant_id, toPattern(run.error.message)].join('\n')
    const group = groups.get(key) ?? {
      key,
      code: run.error.code,
      message: run.error.message,
      assistantId: run.assistant_id,
      version: run.assistant_version,
      since: end,
      latest: 0,
      latestRunId: run.run_id,
      count: 0,
      bars: Array.from({ length: BARS }, () => 0),
    }
    groups.set(key, group)
    const bar = Math.min(BARS - 1, Math.floor(((end - range.from) / (range.to - range.from)) * BARS))
    group.bars[bar] = (group.bars[bar] ?? 0) + 1
    group.count += 1
    group.since = Math.min(group.since, end)
    if (end < group.latest) continue
    group.latest = end
    group.latestRunId = run.run_id
    group.version = run.assistant_version
    group.message = run.error.message
  }
  return [...groups.values()]
    .toSorted((a, b) => b.count - a.count || b.latest - a.latest)
    .map(({ latest: _, ...group }) => group)
}
