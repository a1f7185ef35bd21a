/** Runs the stream transformers of a graph (`compile({ transformers })`) for a run of the agent streaming protocol. */
import { PassThrough } from 'node:stream'
import { createGraphRunStream } from '@langchain/langgraph'
import type { AnyGraph } from '../loaded-graph.js'
import type { Chunk } from '../loaded-graph.js'

interface NamedValue {
  name: string
  payload: unknown
}

export interface TransformerRun {
  push: (chunk: Chunk) => void
  /** Resolves when all values of the transformers have been emitted. */
  end: (error?: unknown) => Promise<void>
}

type Item = { chunk: Chunk } | { error: unknown }
type Source = Parameters<typeof createGraphRunStream>[0]
type Transformers = Parameters<typeof createGraphRunStream>[1]

/** The method of an event that a channel of a transformer emits. */
const CHANNEL_METHOD = /^custom:(.+)$/s

/** Returns undefined if the graph has no transformers; versions of LangGraph before 1.3 do not support them. */
export const startTransformers = (
  graph: AnyGraph,
  emit: (value: NamedValue, namespace: string[]) => Promise<void> | void,
): TransformerRun | undefined => {
  const { streamTransformers = [] } = graph as { streamTransformers?: Transformers }
  if (streamTransformers.length === 0) return undefined
  const items = new PassThrough({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER })
  const customValues = new Set<unknown>()

  async function* readChunks(): AsyncGenerator<Chunk> {
    for await (const item of items as AsyncIterable<Item>) {
      if ('error' in item) throw item.error
      yield item.chunk
    }
  }

  const forward = async (): Promise<void> => {
    const events = createGraphRunStream(readChunks() as Source, streamTransformers)
    for await (const { method, params } of events) {
      const { data, namespace } = params as { data: unknown; namespace: string[] }
      const [, channel] = CHANNEL_METHOD.exec(method) ?? []
      if (channel !== undefined) await emit({ name: channel, payload: data }, namespace)
      // A final value of a transformer, unless a node wrote a value of the same form.
      else if (method === 'custom' && isNamedValue(data) && !customValues.has(data))
        await emit(data, namespace)
    }
  }
  const forwarded = forward()
  // The error of the graph is handled by the run; an error of a transformer must not fail it.
  forwarded.catch(() => undefined)

  return {
    push: (chunk) => {
      const [, mode, content] = chunk
      if (mode === 'custom') customValues.add(content)
      items.write({ chunk } satisfies Item)
    },
    end: async (error) => {
      if (error !== undefined) items.write({ error } satisfies Item)
      items.end()
      await forwarded.catch(() => undefined)
    },
  }
}

const isNamedValue = (data: unknown): data is NamedValue =>
  typeof (data as { name?: unknown } | null | undefined)?.name === 'string'
