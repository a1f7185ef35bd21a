/**
 * Finds the process that holds a port or a lock on a file, so that an error can name it. Linux lists both in /proc, other Unix systems
 * have `lsof`. The functions return undefined if the system does not show the process, for example because another user started it.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

const LISTEN = '0A'
const LSOF_TIMEOUT_MS = 2_000

/** Returns for example `process 4711 (node)`. */
export const describePortOwner = (port: number): string | undefined =>
  describeProcess(
    process.platform === 'linux'
      ? findSocketOwner(port)
      : runLsof('-nP', `-iTCP:${String(port)}`, '-sTCP:LISTEN'),
  )

export const describeLockOwner = (file: string): string | undefined =>
  describeProcess(process.platform === 'linux' ? findLockOwner(file) : runLsof(file))

const describeProcess = (pid: number | undefined): string | undefined => {
  if (pid === undefined) return undefined
  const name = tryTo(() => readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim())
  return `process ${String(pid)}${name === undefined ? '' : ` (${name})`}`
}

/** Lines of /proc/net/tcp: number, local address, remote address, state, …; the tenth column is the inode of the socket. */
const findSocketOwner = (port: number): number | undefined => {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const links = ['/proc/net/tcp', '/proc/net/tcp6']
    .flatMap((file) => tryTo(() => readFileSync(file, 'utf8').split('\n')) ?? [])
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address = '', , state]) => address.endsWith(suffix) && state === LISTEN)
    .map((columns) => `socket:[${columns[9] ?? ''}]`)
  if (links.length === 0) return undefined
  return listProcesses().find((pid) => listOpenFiles(pid).some((link) => links.includes(link)))
}

const listProcesses = (): number[] =>
  (tryTo(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name)).map(Number)

const listOpenFiles = (pid: number): string[] => {
  const folder = `/proc/${String(pid)}/fd`
  return (tryTo(() => readdirSync(folder)) ?? []).flatMap(
    (name) => tryTo(() => readlinkSync(`${folder}/${name}`)) ?? [],
  )
}

/** Lines of /proc/locks: `1: POSIX  ADVISORY  WRITE 4711 08:01:1835012 …`, with the process and the inode of the file. */
const findLockOwner = (file: string): number | undefined => {
  const inode = tryTo(() => String(statSync(file).ino))
  const owners = (tryTo(() => readFileSync('/proc/locks', 'utf8').split('\n')) ?? [])
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , , , place = '']) => place.split(':').at(-1) === inode)
    .map(([, , , , pid]) => Number(pid))
  // A process outside of this container is shown as 0 or -1.
  return owners.find((pid) => pid > 0)
}

const runLsof = (...args: string[]): number | undefined => {
  const output = tryTo(() =>
    execFileSync('lsof', ['-t', ...args], {
      encoding: 'utf8',
      timeout: LSOF_TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const pid = Number(output?.split('\n')[0])
  return pid > 0 ? pid : undefined
}

const tryTo = <T>(action: () => T): T | undefined => {
  try {
    return action()
  } catch {
    return undefined
  }
}
