/**
 * Runs an executor in a process of its own, for a run with which whole workers have died. Whatever the run does to its process, this
 * process survives and knows which run it was. The thread in that process is watched there; see executor-process.ts.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { resolveBuildFile } from '../../platform/package-root.js'
import type { ExecutorHost, HostListener, HostSettings } from './executor-host.js'
import type { FromExecutor, ToExecutor } from './executor-protocol.js'

export type ToExecutorProcess =
  | { type: 'open'; settings: HostSettings }
  | { type: 'messages'; messages: ToExecutor[] }

export type FromExecutorProcess =
  | { type: 'messages'; messages: FromExecutor[] }
  | { type: 'crash'; reason: string }

export class ProcessHost implements ExecutorHost {
  readonly #child: ChildProcess
  readonly silentMs = 0
  readonly isLoadingGraph = false
  /** The process executes one run at a time, so there is no other suspect. */
  readonly lastEntered = 0

  constructor(settings: HostSettings, { onMessages, onCrash }: HostListener) {
    this.#child = fork(resolveBuildFile('executor-process.js'), {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (message: FromExecutorProcess) => {
      if (message.type === 'messages') onMessages(message.messages)
      else onCrash(message.reason)
    })
    this.#child.on('error', (error) => {
      onCrash(`the process of the executor failed: ${error.message}`)
    })
    this.#child.on('exit', (code, signal) => {
      onCrash(`the run ended the process of its executor (${signal ?? `exit code ${String(code)}`})`)
    })
    this.#send({ type: 'open', settings })
  }

  post(messages: ToExecutor[]): void {
    this.#send({ type: 'messages', messages })
  }

  async terminate(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGKILL')
    await exited
  }

  /** Only threads of the pool are measured. */
  readonly memoryShare = 0
  readonly eventLoopDelay = undefined

  measureUtilization(): number {
    return 0
  }

  check(): undefined {
    return undefined
  }

  getGrowthSinceHeartbeat(): number {
    return 0
  }

  acceptGrowth(): void {
    // The growth of this process does not concern the other one.
  }

  #send(message: ToExecutorProcess): void {
    // The process may be gone already; its exit is then reported as a crash.
    if (this.#child.connected) this.#child.send(message, () => undefined)
  }
}
