/** A run that is stopped in the middle goes on from its checkpoints: what had finished is not done again. */
import { expect, test } from 'vitest'
import { callingTools, openGraph, serverTool, type Script } from './open-graph.js'

/** A model or tool that hangs on one thing until the run is stopped, once. */
const makeCrash = (on: string) => {
  const started: string[] = []
  const abort = new AbortController()
  let crashed = false
  return {
    started,
    signal: abort.signal,
    /** Hangs once `others` have been started and had the time to finish. */
    async at(what: string, others = 0): Promise<string> {
      started.push(what)
      if (what !== on || crashed) return `did ${what}`
      crashed = true
      while (started.length <= others) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, 20))
      abort.abort()
      return new Promise(() => undefined)
    },
  }
}

const mark = (id: string) => ({ id, type: 'tool', tool: 'mark', arguments: { what: id }, output: id })

test('nodes that had finished are not run again', async () => {
  const crash = makeCrash('c')
  const { run, goOn } = await openGraph(
    { nodes: ['a', 'b', 'c', 'd'].map(mark) },
    { tools: [serverTool('mark', ({ what }) => crash.at(String(what)))] },
  )
  await expect(run({}, { signal: crash.signal })).rejects.toThrow()
  const { output } = await goOn()
  expect(output).toMatchObject({ a: 'did a', b: 'did b', c: 'did c', d: 'did d' })
  expect(crash.started).toEqual(['a', 'b', 'c', 'c', 'd'])
})

test('of parallel nodes only the unfinished one is run again', async () => {
  const crash = makeCrash('b')
  const { run, goOn } = await openGraph(
    { nodes: ['a', 'b', 'c'].map(mark), edges: ['a', 'b', 'c'].map((to) => ({ from: 'start', to })) },
    { tools: [serverTool('mark', ({ what }) => crash.at(String(what), 2))] },
  )
  await expect(run({}, { signal: crash.signal })).rejects.toThrow()
  expect((await goOn()).output).toMatchObject({ a: 'did a', b: 'did b', c: 'did c' })
  expect(crash.started.toSorted()).toEqual(['a', 'b', 'b', 'c'])
})

test('finished items of a map are kept', async () => {
  const crash = makeCrash('2')
  const script: Script = (text) => crash.at(text, 4)
  const { run, goOn } = await openGraph(
    {
      nodes: [
        {
          id: 'each',
          type: 'map',
          over: 'input.items',
          do: { type: 'llm', prompt: '{{ item }}' },
          output: 'said',
        },
      ],
    },
    { script },
  )
  await expect(run({ items: [0, 1, 2, 3, 4] }, { signal: crash.signal })).rejects.toThrow()
  expect((await goOn()).output['said']).toEqual(['did 0', 'did 1', 'did 2', 'did 3', 'did 4'])
  expect(crash.started.toSorted()).toEqual(['0', '1', '2', '2', '3', '4'])
})

test('a subgraph goes on where it was, and so does a map within it', async () => {
  const crash = makeCrash('2')
  const graph = {
    nodes: [
      mark('before'),
      {
        id: 'each',
        type: 'map',
        over: 'input.items',
        do: { type: 'tool', tool: 'mark', arguments: { what: '{{ item }}' } },
        output: 'done',
      },
    ],
    output: { done: 'done' },
  }
  const { run, goOn } = await openGraph(
    { nodes: [mark('first'), { id: 'inner', type: 'subgraph', graph, output: 'found' }] },
    { tools: [serverTool('mark', ({ what }) => crash.at(String(what), 4))] },
  )
  await expect(run({ items: [1, 2, 3] }, { signal: crash.signal })).rejects.toThrow()
  expect((await goOn()).output['found']).toEqual({ done: ['did 1', 'did 2', 'did 3'] })
  expect(crash.started.toSorted()).toEqual(['1', '2', '2', '3', 'before', 'first'])
})

test('a model with tools is not asked again for what it had said, nor are finished tools called again', async () => {
  const crash = makeCrash('slow')
  const { run, goOn, model } = await openGraph(
    { nodes: [{ id: 'agent', type: 'llm', prompt: 'go', tools: ['mark'], output: 'text' }] },
    {
      tools: [serverTool('mark', ({ what }) => crash.at(String(what), 1))],
      script: (_, messages) =>
        messages.length === 1
          ? callingTools(
              { id: 'c1', name: 'mark', args: { what: 'fast' } },
              { id: 'c2', name: 'mark', args: { what: 'slow' } },
            )
          : messages
              .slice(2)
              .map(({ text }) => text)
              .toSorted()
              .join(', '),
    },
  )
  await expect(run({}, { signal: crash.signal })).rejects.toThrow()
  expect((await goOn()).output['text']).toBe('did fast, did slow')
  expect(model.asked).toHaveLength(2)
  expect(crash.started.toSorted()).toEqual(['fast', 'slow', 'slow'])
})

test('a node that failed is run again, and those before it are not', async () => {
  const ran: string[] = []
  const { run, goOn } = await openGraph(
    { nodes: ['a', 'b'].map(mark) },
    {
      tools: [
        serverTool('mark', ({ what }) => {
          ran.push(String(what))
          if (ran.length === 2) throw new Error('not now')
          return 'ok'
        }),
      ],
    },
  )
  await expect(run()).rejects.toThrow('node "b": not now')
  expect((await goOn()).output).toMatchObject({ a: 'ok', b: 'ok' })
  expect(ran).toEqual(['a', 'b', 'b'])
})
