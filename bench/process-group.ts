/** Reads CPU time and memory of all processes of a process group from /proc: LangGraph's server, for example, is the child of its launcher. */
import { readFileSync, writeFileSync } from 'node:fs'
import { ifExists, listNumbers, readStat, TICKS_PER_SECOND } from './proc-files.js'

const KILOBYTES_PER_MEGABYTE = 1024

const GROUP_FIELD = 2
const USER_TIME_FIELD = 11
const SYSTEM_TIME_FIELD = 12

const listProcesses = (groupId: number): string[] =>
  listNumbers('/proc').filter((pid) => ifExists(() => readStat(pid)[GROUP_FIELD]) === String(groupId))

const readCpuSeconds = (path: string): number => {
  const stat = ifExists(() => readStat(path)) ?? []
  return (Number(stat[USER_TIME_FIELD] ?? 0) + Number(stat[SYSTEM_TIME_FIELD] ?? 0)) / TICKS_PER_SECOND
}

const readMegabytes = (pid: string, name: string): number => {
  const status = ifExists(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ''
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / KILOBYTES_PER_MEGABYTE
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const makeProcessGroup = (groupId: number) => ({
  residentMb: () => sum(listProcesses(groupId).map((pid) => readMegabytes(pid, 'VmRSS'))),
  peakResidentMb: () => sum(listProcesses(groupId).map((pid) => readMegabytes(pid, 'VmHWM'))),
  resetPeak: () => {
    // The kernel's command for resetting VmHWM, see proc_pid_clear_refs(5).
    for (const pid of listProcesses(groupId)) ifExists(() => writeFileSync(`/proc/${pid}/clear_refs`, '5'))
  },
  cpuSeconds: () => sum(listProcesses(groupId).map(readCpuSeconds)),
  cpuSecondsByThread: () =>
    new Map(
      listProcesses(groupId).flatMap((pid) =>
        listNumbers(`/proc/${pid}/task`).map(
          (id) => [Number(id), readCpuSeconds(`${pid}/task/${id}`)] as const,
        ),
      ),
    ),
})
