import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onExit } from './on-exit.js'
import type { ServerProcess } from './server-process.js'

const execute = promisify(execFile)

/** The output of driver.ts, insert-loop.ts and bare-invoke.ts. */
export interface LoadResult {
  perSecond: number
  /** All finished requests, including those of the warm-up. */
  completed: number
  /** Printed only by bare-invoke.ts. */
  medianMs?: number
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** Returns the JSON that a program prints. */
export const executeProgram = async <T>(
  program: string,
  args: readonly (string | number)[],
  env: Record<string, string> = {},
): Promise<T> => {
  const execution = execute(process.execPath, [program, ...args.map(String)], {
    env: { ...process.env, ...env },
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  const cancelKill = onExit(() => {
    execution.child.kill('SIGKILL')
  })
  try {
    return JSON.parse((await execution).stdout) as T
  } finally {
    cancelKill()
  }
}

export const runProgram = (program: string, ...args: (string | number)[]): Promise<LoadResult> =>
  executeProgram<LoadResult>(program, args)

/** Measures how fast a server creates threads, and collects the CPU time per create in `costs`. */
export const makeCreateLoad =
  (driver: string, server: ServerProcess, connections: number, costs: number[] = []) =>
  async (seconds: number): Promise<number> => {
    const before = server.cpuSeconds()
    const { perSecond, completed } = await runProgram(driver, server.port, connections, seconds)
    costs.push(((server.cpuSeconds() - before) / completed) * 1e6)
    return perSecond
  }
