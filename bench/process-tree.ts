/**
 * The CPU time of a process with its descendants. The backends of PostgreSQL are process groups of their own, and short-lived ones count
 * only in the times of their parent.
 */
import { ifExists, listNumbers, readStat, TICKS_PER_SECOND } from './proc-files.js'

const PARENT_FIELD = 1
/** User and system time of the process, then those of its children that have ended. */
const TIME_FIELDS = [11, 12, 13, 14]

export const findParent = (pid: number): number => Number(readStat(String(pid))[PARENT_FIELD])

/** CPU seconds of the process and of all its descendants since they were started. */
export const getTreeCpuSeconds = (root: number): number => {
  const children = new Map<string, string[]>()
  const ticks = new Map<string, number>()
  for (const pid of listNumbers('/proc')) {
    const stat = ifExists(() => readStat(pid))
    if (stat === undefined) continue
    ticks.set(
      pid,
      TIME_FIELDS.reduce((sum, field) => sum + Number(stat[field]), 0),
    )
    const parent = stat[PARENT_FIELD] ?? ''
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const sumTicks = (pid: string): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sumTicks(child), ticks.get(pid) ?? 0)
  return sumTicks(String(root)) / TICKS_PER_SECOND
}
