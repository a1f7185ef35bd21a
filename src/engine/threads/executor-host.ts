/** Where an executor runs: a thread of this process, or a thread of a process of its own. */
import type { EventLoopDelay } from '../../platform/event-loop-delay.js'
import type { ExecutorOptions, FromExecutor, ToExecutor } from './executor-protocol.js'

export const OUT_OF_MEMORY = 'the executor thread ran out of memory'
export const NOT_RESPONDING = 'the executor thread stopped responding'

export interface HostSettings {
  options: Omit<ExecutorOptions, 'sharedMemory' | 'delayMemory'>
  memoryMb: number
  hangMs: number
}

export interface HostListener {
  onMessages: (messages: FromExecutor[]) => void
  /** The executor is gone, or must be terminated. May be called more than once. */
  onCrash: (reason: string) => void
}

export interface ExecutorHost {
  post(messages: ToExecutor[]): void
  terminate(): Promise<unknown>
  /** Called a few times a second. Returns why the executor must be terminated. */
  check(rss: number): string | undefined
  /** True while the code of a graph is loaded for a run. */
  readonly isLoadingGraph: boolean
  /** How long the executor has not responded. */
  readonly silentMs: number
  /** Returns the share of the time since the last call in which the executor was busy. */
  measureUtilization(): number
  /** Undefined for an executor in another process. */
  readonly eventLoopDelay: EventLoopDelay | undefined
  /** The share of its memory limit that the executor uses. */
  readonly memoryShare: number
  /** The id of the execution whose code was entered last. */
  readonly lastEntered: number
  /** By how many bytes this process grew since the last heartbeat of the executor; 0 if that was a moment ago. */
  getGrowthSinceHeartbeat(rss: number): number
  /** Another thread caused the growth of the process up to this size; it no longer counts against this one. */
  acceptGrowth(rss: number): void
}
