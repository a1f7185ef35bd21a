import { once } from 'node:events'
import { Annotation, END, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { expect, it } from 'vitest'
import { iterateGraph } from './iterate-graph.js'
import type { AnyGraph, Chunk } from './loaded-graph.js'

type NodeCode = (state: object, config: LangGraphRunnableConfig) => Promise<object> | object

const State = Annotation.Root({ text: Annotation<string> })

const buildGraph = (code: NodeCode): AnyGraph =>
  new StateGraph(State)
    .addNode('first', () => ({ text: 'a' }))
    .addNode('second', code)
    .addEdge(START, 'first')
    .addEdge('first', 'second')
    .addEdge('second', END)
    .compile() as never

const OPTIONS = { configurable: { model: 'm' }, streamMode: ['values', 'tasks'], subgraphs: true }

const toOptions = (signal = new AbortController().signal) => ({ ...OPTIONS, signal })

const readAll = async (chunks: AsyncIterable<Chunk>): Promise<Chunk[]> => {
  const all: Chunk[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

const omitIds = (chunks: readonly Chunk[]): unknown =>
  JSON.parse(JSON.stringify(chunks, (key, value: unknown) => (key === 'id' ? undefined : value)))

it('a graph yields the chunks of its stream, and its nodes get the same metadata', async () => {
  const metadata: unknown[] = []
  const graph = buildGraph((_, config) => {
    const names = ['model', 'langgraph_node', 'langgraph_step', 'langgraph_path', 'ls_integration', 'tags']
    metadata.push([
      names.map((name) => config.metadata?.[name]),
      Object.keys(config.metadata ?? {}),
      config.tags,
    ])
    return { text: 'b' }
  })
  const direct = await readAll(await iterateGraph(graph, { text: '' }, toOptions()))
  const streamed = (await graph.stream({ text: '' }, toOptions() as never)) as unknown as AsyncIterable<Chunk>
  expect(omitIds(direct)).toEqual(omitIds(await readAll(streamed)))
  expect(direct.length).toBeGreaterThan(4)
  expect(metadata[0]).toEqual(metadata[1])
  expect(metadata[0]).toMatchObject({ 0: { 0: 'm', 1: 'second', 2: 2 } })
})

it('a graph with a stream of its own is streamed through it', async () => {
  const graph = buildGraph(() => ({ text: 'b' }))
  async function* stream() {
    yield await Promise.resolve([[], 'values', 'replaced'] as const)
  }
  Object.assign(graph, { stream: () => Promise.resolve(stream()) })
  expect(await readAll(await iterateGraph(graph, {}, toOptions()))).toEqual([[[], 'values', 'replaced']])
})

it('an abort ends the iteration also if the node ignores it', async () => {
  const controller = new AbortController()
  const graph = buildGraph(() => new Promise(() => controller.abort(new Error('cancelled'))))
  await expect(iterateGraph(graph, {}, toOptions(controller.signal)).then(readAll)).rejects.toThrow(
    'cancelled',
  )
  await expect(iterateGraph(graph, {}, toOptions(controller.signal)).then(readAll)).rejects.toThrow(
    'cancelled',
  )
})

it('a consumer that stops early aborts the graph', async () => {
  let resolve: (value: string) => void
  const promise = new Promise((onResolve) => {
    resolve = onResolve
  })
  const graph = buildGraph(async (_, { signal }) => {
    await once(signal!, 'abort')
    resolve('aborted')
    return {}
  })
  for await (const [, mode, task] of await iterateGraph(graph, {}, toOptions()))
    if (mode === 'tasks' && (task as { name: string }).name === 'second') break
  expect(await promise).toBe('aborted')
})
