/** A run that is stopped in the middle continues from its checkpoints: finished work is not repeated. */
import { expect, test } from 'vitest'
import { toolCallMessage, openGraph, serverTool, type Script } from './open-graph.js'

/** A model or tool that hangs once, on one input, until the run is stopped. */
const makeHang = (on: string) => {
  const started: string[] = []
  const abort = new AbortController()
  let hasHung = false
  return {
    started,
    signal: abort.signal,
    /** Hangs after `others` further calls have started and had time to finish. */
    async call(what: string, others = 0): Promise<string> {
      started.push(what)
      if (what !== on || hasHung) return `did ${what}`
      hasHung = true
      while (started.length <= others) await new Promise((resolve) => setTimeout(resolve, 1))
      await new Promise((resolve) => setTimeout(resolve, 20))
      abort.abort()
      return new Promise(() => undefined)
    },
  }
}

const markNode = (id: string) => ({ id, type: 'tool', tool: 'mark', arguments: { what: id }, output: id })

test('finished nodes do not run again', async () => {
  const hang = makeHang('c')
  const { run, continueRun } = await openGraph(
    { nodes: ['a', 'b', 'c', 'd'].map(markNode) },
    { tools: [serverTool('mark', ({ what }) => hang.call(String(what)))] },
  )
  await expect(run({}, { signal: hang.signal })).rejects.toThrow()
  const { output } = await continueRun()
  expect(output).toMatchObject({ a: 'did a', b: 'did b', c: 'did c', d: 'did d' })
  expect(hang.started).toEqual(['a', 'b', 'c', 'c', 'd'])
})

test('of parallel nodes, only the unfinished one runs again', async () => {
  const hang = makeHang('b')
  const { run, continueRun } = await openGraph(
    { nodes: ['a', 'b', 'c'].map(markNode), edges: ['a', 'b', 'c'].map((to) => ({ from: 'start', to })) },
    { tools: [serverTool('mark', ({ what }) => hang.call(String(what), 2))] },
  )
  await expect(run({}, { signal: hang.signal })).rejects.toThrow()
  expect((await continueRun()).output).toMatchObject({ a: 'did a', b: 'did b', c: 'did c' })
  expect(hang.started.toSorted()).toEqual(['a', 'b', 'b', 'c'])
})

test('finished items of a map do not run again', async () => {
  const hang = makeHang('2')
  const script: Script = (text) => hang.call(text, 4)
  const { run, continueRun } = await openGraph(
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
  await expect(run({ items: [0, 1, 2, 3, 4] }, { signal: hang.signal })).rejects.toThrow()
  expect((await continueRun()).output['said']).toEqual(['did 0', 'did 1', 'did 2', 'did 3', 'did 4'])
  expect(hang.started.toSorted()).toEqual(['0', '1', '2', '2', '3', '4'])
})

test('a subgraph and a map inside it continue where they were', async () => {
  const hang = makeHang('2')
  const graph = {
    nodes: [
      markNode('before'),
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
  const { run, continueRun } = await openGraph(
    { nodes: [markNode('first'), { id: 'inner', type: 'subgraph', graph, output: 'found' }] },
    { tools: [serverTool('mark', ({ what }) => hang.call(String(what), 4))] },
  )
  await expect(run({ items: [1, 2, 3] }, { signal: hang.signal })).rejects.toThrow()
  expect((await continueRun()).output['found']).toEqual({ done: ['did 1', 'did 2', 'did 3'] })
  expect(hang.started.toSorted()).toEqual(['1', '2', '2', '3', 'before', 'first'])
})

test('a model with tools is not called again for its finished outputs, and finished tools are not called again', async () => {
  const hang = makeHang('slow')
  const { run, continueRun, model } = await openGraph(
    { nodes: [{ id: 'agent', type: 'llm', prompt: 'go', tools: ['mark'], output: 'text' }] },
    {
      tools: [serverTool('mark', ({ what }) => hang.call(String(what), 1))],
      script: (_, messages) =>
        messages.length === 1
          ? toolCallMessage(
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
  await expect(run({}, { signal: hang.signal })).rejects.toThrow()
  expect((await continueRun()).output['text']).toBe('did fast, did slow')
  expect(model.requests).toHaveLength(2)
  expect(hang.started.toSorted()).toEqual(['fast', 'slow', 'slow'])
})

test('a failed node runs again, and the nodes before it do not', async () => {
  const calls: string[] = []
  const { run, continueRun } = await openGraph(
    { nodes: ['a', 'b'].map(markNode) },
    {
      tools: [
        serverTool('mark', ({ what }) => {
          calls.push(String(what))
          if (calls.length === 2) throw new Error('not now')
          return 'ok'
        }),
      ],
    },
  )
  await expect(run()).rejects.toThrow('node "b": not now')
  expect((await continueRun()).output).toMatchObject({ a: 'ok', b: 'ok' })
  expect(calls).toEqual(['a', 'b', 'b'])
})
