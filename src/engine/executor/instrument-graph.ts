/** Wraps the code of a graph's nodes and conditional edges, so that each execution observes and guards its own calls. */
import { mergeConfigs, type RunnableConfig } from '@langchain/core/runnables'
import { START, type RetryPolicy } from '@langchain/langgraph'
import { replaceSpanId } from '../../platform/telemetry/trace-context.js'
import { runWithTraceparent } from '../outgoing-trace.js'
import { toNodeSpanId } from '../span-ids.js'
import type { RunTraceStart } from '../threads/executor-protocol.js'
import type { AnyGraph } from './loaded-graph.js'
import { runGuardedNode } from './guardrails/human-review.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { LongTermStore } from './long-term-store.js'
import type { NodeEvents } from './node-events.js'
import type { Observer } from './observer.js'
import { getTaskId } from './task-fields.js'

export interface EntryHooks {
  /** Called before the code of a node runs. Resolves when the node may start. */
  beforeNode: (runId: string | undefined) => Promise<unknown> | undefined
  /**
   * Called right before the code of a node (with its metadata) or of a conditional edge runs. Returns the context of its
   * execution.
   */
  onEnter: (runId: string | undefined, metadata?: Record<string, unknown>) => ExecutionContext | undefined
}

export interface ExecutionContext {
  observer: Observer | undefined
  guard: RunGuard | undefined
  /** Passed to the code as `config.store`. */
  store?: LongTermStore | undefined
  /** Notified of nodes and conditional edges that throw. */
  nodes?: NodeEvents | undefined
  /** Undefined: the run is not traced. */
  trace?: RunTraceStart | undefined
}

/**
 * Attaches the observer to the code of nodes and conditional edges instead of to the whole graph. LangChain
 * does bookkeeping for everything that runs under a callback; for LangGraph's own runnables, which emit
 * nothing that we use, it took a fifth of a run (November 2026). Graphs of the functional API must be
 * observed as a whole, because their tasks are not among their nodes; the function returns true for them.
 *
 * The long-term store is passed to the code in the same way (`hasStore`; built-in and declarative graphs do
 * not use it). LangGraph would wrap a graph's store in one that polls every millisecond of the run, drops
 * `index` and cannot list namespaces.
 */
export const instrumentGraph = (
  graph: AnyGraph,
  { beforeNode, onEnter }: EntryHooks,
  hasStore: boolean,
): boolean => {
  const { branches } = (graph as { builder?: { branches?: Branches } }).builder ?? {}
  for (const [name, { bound, retryPolicy = graph.retryPolicy }] of Object.entries(
    graph.nodes as GraphNodes,
  )) {
    // The START node only passes on the input, which the guardrails have already checked.
    const isStart = name === START
    const enter = (config: NodeConfig): EnteredCode => {
      const context = onEnter(config.configurable?.run_id, config.metadata ?? {})
      return {
        observer: branches === undefined ? undefined : context?.observer,
        guard: isStart ? undefined : context?.guard,
        onError: (metadata, error) => context?.nodes?.onError(metadata, error, retryPolicy),
        store: hasStore ? context?.store : undefined,
        traceparent: toNodeTraceparent(context?.trace, config.metadata ?? {}),
      }
    }
    instrument(bound, enter, isStart ? undefined : (config) => beforeNode(config.configurable?.run_id))
  }
  if (branches === undefined) return true
  for (const { path } of Object.values(branches).flatMap((nodeBranches) => Object.values(nodeBranches)))
    instrument(path, (config) => {
      const context = onEnter(config.configurable?.run_id)
      return {
        observer: context?.observer,
        guard: undefined,
        store: hasStore ? context?.store : undefined,
        traceparent: undefined,
        onError: (metadata, error) => context?.nodes?.onThrow(metadata, error),
      }
    })
  return false
}

const toNodeTraceparent = (
  trace: RunTraceStart | undefined,
  metadata: Record<string, unknown>,
): string | undefined =>
  trace && replaceSpanId(trace.traceparent, toNodeSpanId(trace.run_id, getTaskId(metadata)))

type GraphNodes = Record<string, { bound: Instrumentable; retryPolicy?: RetryPolicy }>

interface EnteredCode extends Pick<ExecutionContext, 'observer' | 'guard' | 'store'> {
  onError: (metadata: Record<string, unknown>, error: unknown) => void
  /** What requests of the code carry, unless a model call or a tool call sends them. Undefined: the run is not traced. */
  traceparent: string | undefined
}

const YIELD_INTERVAL_MS = 25
let lastYieldAt = 0

/**
 * While nodes do not wait for I/O, LangGraph runs one after the other within one turn of the event loop.
 * Without this pause no message would be posted, and a graph that computes for seconds would count as
 * hanging.
 */
const yieldToEventLoop = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
  lastYieldAt = performance.now()
}

/**
 * A project's graph object may serve several assistants and may be part of another graph; its nodes are
 * instrumented only once.
 */
const instrumented = new WeakSet<Instrumentable>()

const instrument = (
  runnable: Instrumentable,
  onEnter: (config: NodeConfig) => EnteredCode,
  beforeNode: (config: NodeConfig) => Promise<unknown> | undefined = () => undefined,
): void => {
  if (instrumented.has(runnable)) return
  instrumented.add(runnable)
  const invoke = runnable.invoke.bind(runnable)
  runnable.invoke = async (input, config = {}) => {
    if (performance.now() - lastYieldAt > YIELD_INTERVAL_MS) await yieldToEventLoop()
    const mayStart = beforeNode(config)
    if (mayStart !== undefined) await mayStart
    // Must be called right before the code itself: if the thread crashes in it, this execution is the suspect.
    const { observer, guard, onError, store, traceparent } = onEnter(config)
    const observedConfig = withObserver(config, observer)
    const run = async () =>
      runWithTraceparent(traceparent, () =>
        invoke(input, store === undefined ? observedConfig : { ...observedConfig, store }),
      )
    try {
      return await (guard === undefined ? run() : runGuardedNode(guard, config, run))
    } catch (error) {
      onError(config.metadata ?? {}, error)
      throw error
    }
  }
}

const withObserver = (config: NodeConfig, observer: Observer | undefined): NodeConfig => {
  if (observer === undefined || hasObserver(config.callbacks, observer)) return config
  const callbacks = [observer]
  // runName is the node's name; LangChain would give it to the first model or tool that the node calls.
  const { runName: _, ...unnamed } = config
  return config.callbacks === undefined ? { ...unnamed, callbacks } : mergeConfigs(unnamed, { callbacks })
}

const hasObserver = (callbacks: NodeConfig['callbacks'], observer: Observer): boolean =>
  (Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])).includes(observer)

type NodeConfig = RunnableConfig<{ run_id?: string }> & { store?: LongTermStore }

interface Instrumentable {
  invoke: (input: unknown, config?: NodeConfig) => unknown
}

type Branches = Record<string, Record<string, { path: Instrumentable }>>
