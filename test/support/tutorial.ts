/**
 * Executes the code blocks of a Markdown page as a reader would: `sh` blocks run one after the other in one shell, and what follows in a `text`
 * block is what they print. The words after the language say what to do with a block:
 *
 *   file=name     write the block to this file
 *   server        start a service and wait until it responds
 *   background    start a process that keeps running
 *   install       provide the packages of this repository instead of installing them
 *   no-run        do nothing, for example because it needs a key
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { once } from 'node:events'
import { packageRoot, resolveBuildFile } from '../../src/platform/package-root.js'
import { makeTempFolder } from './heddle-process.js'

const execute = promisify(execFile)

interface Block {
  language: string
  /** The words after the language. */
  options: string[]
  code: string
}

const BLOCK = /^```(\w+) ?([^\n]*)\n(.*?)^```$/gms
const START_TIMEOUT_MS = 90_000

export const readBlocks = (markdown: string): Block[] =>
  [...markdown.matchAll(BLOCK)].map(([, language = '', options = '', code = '']) => ({
    language,
    options: options.split(' ').filter((word) => word !== ''),
    code,
  }))

/** True if the output contains the expected lines in this order; `…` stands for any text. */
export const containsLines = (output: string, expected: string): boolean => {
  const toPattern = (line: string): string =>
    line
      .split('…')
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
      .join('.*')
  const lines = expected.trim().split('\n').map(toPattern)
  return new RegExp(lines.join(String.raw`[^]*\n?`)).test(output)
}

const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

export class Tutorial {
  readonly #folder = makeTempFolder()
  /** The output of the processes that keep running. */
  readonly #log = join(this.#folder, '.log')
  readonly #processes: ChildProcess[] = []
  /** Ports that the page names, and the free ones that are used instead. */
  readonly #ports = new Map<string, number>()
  readonly #blocks: Block[]
  #variables = ''

  constructor(
    page: string,
    private readonly env: Record<string, string> = {},
  ) {
    this.#blocks = readBlocks(readFileSync(join(packageRoot, page), 'utf8'))
  }

  /** Executes all blocks. Returns what did not happen as the page says. */
  async run(): Promise<string[]> {
    const problems: string[] = []
    this.#writeCommand()
    for (const port of ['8123', '8124', '9000']) this.#ports.set(port, await findFreePort())
    let output = ''
    for (const block of this.#blocks) {
      if (block.language === 'text') {
        if (!containsLines(output, this.#withPorts(block.code)))
          problems.push(`expected:\n${block.code}\nprinted:\n${output}`)
      } else output = await this.#execute(block)
    }
    return problems
  }

  /** Ends the processes that the blocks started. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        process.kill(-child.pid!, 'SIGKILL')
        await once(child, 'exit')
      }),
    )
  }

  async #execute({ language, options, code }: Block): Promise<string> {
    const file = options.find((option) => option.startsWith('file='))?.slice('file='.length)
    const text = this.#withPorts(code)
    if (file !== undefined) writeFileSync(join(this.#folder, file), text)
    else if (options.includes('install'))
      symlinkSync(join(packageRoot, 'node_modules'), join(this.#folder, 'node_modules'))
    else if (options.includes('server')) await this.#startServer(text)
    else if (options.includes('background')) this.#start(text)
    else if (language === 'sh' && !options.includes('no-run')) return this.#runShell(text)
    return ''
  }

  /** Replaces the ports of the page, because others may use them. */
  #withPorts(text: string): string {
    let replaced = text
    for (const [port, free] of this.#ports) replaced = replaced.replaceAll(port, String(free))
    return Object.entries(this.env).reduce((result, [from, to]) => result.replaceAll(from, to), replaced)
  }

  #getEnv(): Record<string, string> {
    return {
      PATH: `${join(this.#folder, '.bin')}:${process.env['PATH'] ?? ''}`,
      HOME: this.#folder,
      HEDDLE_URL: `http://localhost:${String(this.#ports.get('8123'))}`,
    }
  }

  #writeCommand(): void {
    const bin = join(this.#folder, '.bin')
    mkdirSync(bin)
    const script = `#!/bin/sh\nexec '${process.execPath}' '${resolveBuildFile('main.js')}' "$@"\n`
    writeFileSync(join(bin, 'heddle'), script, { mode: 0o755 })
  }

  #start(code: string, env: Record<string, string> = {}): ChildProcess {
    const log = openSync(this.#log, 'a')
    // A process group of its own, so that the processes that the shell starts end with it.
    const child = spawn('bash', ['-c', code], {
      cwd: this.#folder,
      env: { ...this.#getEnv(), ...env },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    this.#processes.push(child)
    process.once('exit', () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL')
    })
    return child
  }

  /** A server listens on the port that its command names, or on the default. */
  async #startServer(code: string): Promise<void> {
    const port = /--port (\d+)/.exec(code)?.[1] ?? String(this.#ports.get('8123'))
    const child = this.#start(code, { PORT: port })
    const deadline = performance.now() + START_TIMEOUT_MS
    const isReady = async (): Promise<boolean> => {
      try {
        return (await fetch(`http://localhost:${port}/ok`)).ok
      } catch {
        return false
      }
    }
    while (!(await isReady())) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`the server did not start:\n${code}\n${readFileSync(this.#log, 'utf8')}`)
      await sleep(100)
    }
  }

  /** Variables of a block are kept for the next ones. */
  async #runShell(code: string): Promise<string> {
    const marker = '--- variables ---'
    const script = `set -euo pipefail\n${this.#variables}\n${code}\necho '${marker}'\ndeclare -p $(compgen -v | grep -E '^[a-z_]+$|^HEDDLE_API_KEY$' || true) 2>/dev/null | grep -vE '^declare -[a-z]*r' || true\n`
    const { stdout } = await execute('bash', ['-c', script], {
      cwd: this.#folder,
      env: this.#getEnv(),
      timeout: START_TIMEOUT_MS,
    }).catch((error: unknown) => {
      const { stdout: printed = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`this block failed:\n${code}\n${printed}\n${stderr}`, { cause: error })
    })
    const [output = '', variables = ''] = stdout.split(`${marker}\n`)
    this.#variables = variables
    return output
  }
}
