/**
 * Iterates over what a graph streams. LangGraph's `stream()` passes each chunk through two web streams and combines abort signals, which
 * took a twelfth of a short run (November 2026), so this calls the generator behind it. That generator is internal: it is called only for
 * the versions for which this is tested, and for graphs that do not replace `stream()`.
 */
import { usesOurLangGraphVersion } from '../graphs/project-langgraph.js'
import type { AnyGraph, Chunk } from './loaded-graph.js'

interface IterateOptions {
  configurable: Record<string, unknown>
  metadata?: Record<string, unknown>
  signal: AbortSignal
}

interface StreamIterator {
  _streamIterator(input: unknown, options: object): AsyncGenerator<Chunk, unknown>
}

export const iterateGraph = async (
  graph: AnyGraph,
  input: unknown,
  options: IterateOptions,
): Promise<AsyncIterable<Chunk>> =>
  hasOriginalStream(graph) && usesOurLangGraphVersion(graph)
    ? iterateDirectly(graph, input, options)
    : ((await graph.stream(input, options as never)) as unknown as AsyncIterable<Chunk>)

/** True if both methods are LangGraph's own: a subclass or an instance that replaces one of them expects it to be called. */
const hasOriginalStream = (graph: object): boolean => {
  for (
    let owner: object | null = graph;
    owner !== null;
    owner = Object.getPrototypeOf(owner) as object | null
  )
    if (Object.hasOwn(owner, 'stream')) return Object.hasOwn(owner, '_streamIterator')
  return false
}

async function* iterateDirectly(
  graph: StreamIterator,
  input: unknown,
  options: IterateOptions,
): AsyncGenerator<Chunk> {
  const { signal } = options
  // The graph must also stop when the consumer does.
  const controller = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => {
      reject(controller.signal.reason as Error)
    })
  })
  aborted.catch(() => undefined)
  const abort = (): void => {
    controller.abort(signal.reason)
  }
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  const chunks = graph._streamIterator(input, withModelName({ ...options, signal: controller.signal }))
  let isEnded = false
  try {
    for (;;) {
      // A node may ignore the signal; the stream ends nevertheless.
      const result: IteratorResult<Chunk, unknown> = await Promise.race([chunks.next(), aborted])
      if (result.done === true) break
      yield result.value
    }
    isEnded = true
  } catch (error) {
    isEnded = true
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    if (!isEnded) {
      controller.abort()
      chunks.return(undefined).catch(() => undefined)
    }
  }
}

/** `stream()` adds the name of the model to the metadata. */
const withModelName = <O extends IterateOptions>(options: O): O => {
  const { configurable, metadata } = options
  const { model } = configurable
  return typeof model !== 'string' || metadata?.['model'] !== undefined
    ? options
    : { ...options, metadata: { ...metadata, model } }
}
