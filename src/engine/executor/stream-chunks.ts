/** Streams a graph without losing the chunks that precede an error. */
import { iterateGraph } from './iterate-graph.js'
import { makeStreamAdapter } from './legacy-stream.js'
import type { AnyGraph, Chunk } from './loaded-graph.js'

interface StreamOptions {
  configurable: Record<string, unknown>
  streamMode: string[]
  version?: string
  signal: AbortSignal
}

/** The config key under which LangGraph passes the stream of a graph to its subgraphs. */
const STREAM_KEY = '__pregel_stream'

/**
 * When a node throws, LangGraph's stream discards the chunks that have not been read yet, among them the task
 * that failed. A second stream, which LangGraph writes to as to the stream of a parent graph, keeps them.
 */
const makeChunkRecovery = <O extends StreamOptions>(options: O) => {
  const unread: Chunk[] = []
  const copy = {
    modes: new Set(options.streamMode),
    push: (chunk: Chunk): void => {
      unread.push(chunk)
    },
  }
  return {
    options: { ...options, configurable: { ...options.configurable, [STREAM_KEY]: copy } },
    /** Must be called with every chunk that was read. Tokens and custom values are only in LangGraph's own stream. */
    onRead: ([, , content]: Chunk): void => {
      const index = unread.findIndex(([, , pushed]) => pushed === content)
      if (index !== -1) unread.splice(0, index + 1)
    },
    /** The chunks that were never read. */
    unread,
  }
}

export async function* streamChunks(
  graph: AnyGraph,
  input: unknown,
  options: StreamOptions,
): AsyncGenerator<Chunk> {
  const { modes, convert, end } = makeStreamAdapter(graph, options)
  const recovery = makeChunkRecovery({ ...options, streamMode: modes })
  try {
    for await (const chunk of await iterateGraph(graph, input, recovery.options)) {
      recovery.onRead(chunk)
      yield* convert(chunk)
    }
    yield* end()
  } catch (error) {
    yield* recovery.unread.flatMap(convert)
    yield* end()
    throw error
  }
}
