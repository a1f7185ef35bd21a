/** The CPU time of a process with its descendants, such as the backends of PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

interface ProcessTimes {
  parent: number
  /** CPU time of the process and of those children that have ended. */
  ticks: number
}

const readTimes = (pid: number): ProcessTimes | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, n) => sum + Number(n), 0) }
  } catch {
    // The process has ended since the folder was listed.
    return undefined
  }
}

export const findParent = (pid: number): number => {
  const times = readTimes(pid)
  if (times === undefined) throw new Error(`process ${pid} does not exist`)
  return times.parent
}

/** CPU seconds of the process and of all its descendants since they were started. */
export const getTreeCpuSeconds = (root: number): number => {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const times = Number.isInteger(pid) ? readTimes(pid) : undefined
    if (times === undefined) continue
    ticks.set(pid, times.ticks)
    children.set(times.parent, [...(children.get(times.parent) ?? []), pid])
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), ticks.get(pid) ?? 0)
  return sum(root) / TICKS_PER_SECOND
}
