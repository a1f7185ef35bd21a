/** Runs commands of the build against a service, as a user of a shell does. */
import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { resolveBuildFile } from '../../src/platform/package-root.js'
import { makeTempFolder } from './heddle-process.js'

/** Longer than any command takes, even on a busy machine. */
const TIMEOUT_MS = 60_000

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

interface CommandOptions {
  stdin?: string
  env?: Record<string, string>
  folder?: string
}

/** Commands have an empty home, so that the profiles of the developer do not affect tests. */
export const makeCli = (defaults: Record<string, string> = {}) => {
  const home = makeTempFolder()

  const run = (
    args: readonly string[],
    { stdin = '', env = {}, folder = home }: CommandOptions = {},
  ): Promise<CommandResult> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [resolveBuildFile('main.js'), ...args], {
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, ...defaults, ...env },
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
      })
      const result: CommandResult = { code: null, stdout: '', stderr: '' }
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => (result[name] += text))
      child.once('error', reject)
      child.once('close', (code) => {
        resolve({ ...result, code })
      })
      // A command that ends without reading its input closes the pipe.
      child.stdin.on('error', () => undefined).end(stdin)
    })

  return {
    home,
    run,

    /** Runs a command that must succeed, and returns its output. */
    text: async (args: readonly string[], options?: CommandOptions): Promise<string> => {
      const { code, stdout, stderr } = await run(args, options)
      expect({ args, code, stderr }).toMatchObject({ code: 0 })
      return stdout
    },

    /** Runs a command that must succeed with `-o json`, and returns its output. */
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read output whose shape they know
    json: async (args: readonly string[], options?: CommandOptions): Promise<any> => {
      const { code, stdout, stderr } = await run([...args, '-o', 'json'], options)
      expect({ args, code, stderr }).toMatchObject({ code: 0 })
      return JSON.parse(stdout)
    },
  }
}

export type Cli = ReturnType<typeof makeCli>
