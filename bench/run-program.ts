import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { ServerProcess } from './server-process.js'

const execute = promisify(execFile)

/** What driver.ts, insert-loop.ts and bare-invoke.ts print. */
export interface LoadResult {
  perSecond: number
  /** All of them, those of the warm-up included. */
  answered: number
  /** Only of bare-invoke.ts. */
  medianMs?: number
}

export const runProgram = async (program: string, ...args: (string | number)[]): Promise<LoadResult> => {
  const { stdout } = await execute(process.execPath, [program, ...args.map(String)])
  return JSON.parse(stdout) as LoadResult
}

/** How fast a server creates threads, and what a create costs it in processor time. */
export const makeCreateLoad =
  (driver: string, server: ServerProcess, connections: number, costs: number[] = []) =>
  async (seconds: number): Promise<number> => {
    const before = server.cpuSeconds()
    const { perSecond, answered } = await runProgram(driver, server.port, connections, seconds)
    costs.push(((server.cpuSeconds() - before) / answered) * 1e6)
    return perSecond
  }
