import { describe, expect, test } from 'vitest'
import { toNodeTypes } from '../../../src/engine/graphs/declarative/compile.js'
import { openGraph, serverTool } from './open-graph.js'

const ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'
const double = {
  nodes: [{ id: 'double', type: 'transform', set: { twice: 'input.n * 2' } }],
  output: { twice: 'twice' },
}

describe('a subgraph node', () => {
  test('a subgraph node runs an inline graph with its own input and state', async () => {
    const { run } = await openGraph({
      state: { twice: { default: 'mine' } },
      nodes: [
        { id: 'inner', type: 'subgraph', graph: double, input: { n: '{{ input.x }}' }, output: 'found' },
      ],
    })
    expect((await run({ x: 4 })).output).toEqual({ twice: 'mine', found: { twice: 8 }, messages: [] })
  })

  test("without an input of its own, a subgraph node passes on the run's input", async () => {
    const { run } = await openGraph({
      nodes: [{ id: 'inner', type: 'subgraph', graph: double, output: 'found' }],
    })
    expect((await run({ n: 5 })).output['found']).toEqual({ twice: 10 })
  })

  test("a subgraph node runs another assistant's graph with that assistant's config", async () => {
    const { run, settings } = await openGraph(
      { nodes: [{ id: 'other', type: 'subgraph', assistant_id: ID.toUpperCase(), output: 'found' }] },
      {
        config: { model: 'mine' },
        assistants: [
          {
            assistant_id: ID,
            config: { model: 'theirs' },
            graph_schema: {
              nodes: [{ id: 'say', type: 'llm', prompt: 'x', output: 'text' }],
              output: { text: 'text' },
            },
          },
        ],
      },
    )
    expect((await run()).output['found']).toEqual({ text: 'ok' })
    expect(settings.map(({ model }) => model)).toEqual(['theirs'])
  })

  test('a subgraph node runs the built-in agent for an assistant without a graph', async () => {
    const { run } = await openGraph(
      {
        nodes: [
          {
            id: 'agent',
            type: 'subgraph',
            assistant_id: ID,
            input: { message: 'about {{ input.topic }}' },
            output: 'found',
          },
        ],
      },
      { assistants: [{ assistant_id: ID }], script: (text) => `re: ${text}` },
    )
    expect((await run({ topic: 'looms' })).output['found']).toEqual({
      response: 're: about looms',
      messages: [
        { role: 'user', content: 'about looms' },
        { role: 'assistant', content: 're: about looms' },
      ],
    })
  })

  test('a subgraph node fails with an error that names what is missing', async () => {
    const withSubgraph = (fields: object) => ({ nodes: [{ id: 'other', type: 'subgraph', ...fields }] })
    await expect(openGraph(withSubgraph({ assistant_id: ID }))).rejects.toThrow(
      `node "other": assistant ${ID} does not exist`,
    )
    const codeAssistant = { assistants: [{ assistant_id: ID, graph_id: 'own' }] }
    await expect(openGraph(withSubgraph({ assistant_id: ID }), codeAssistant)).rejects.toThrow(
      'runs the graph "own", which cannot be a subgraph',
    )
    const { run } = await openGraph(withSubgraph({ assistant_id: ID, input: {} }), {
      assistants: [{ assistant_id: ID }],
    })
    await expect(run()).rejects.toThrow(`node "other": the input of the agent needs message or messages`)
  })

  test('assistants that reference each other in a cycle are refused', async () => {
    const other = ID.replace(/1$/, '2')
    const referring = (assistant_id: string) => ({ nodes: [{ id: 'next', type: 'subgraph', assistant_id }] })
    const assistants = [
      { assistant_id: ID, graph_schema: referring(other) },
      { assistant_id: other, graph_schema: referring(ID) },
    ]
    await expect(openGraph(referring(ID), { assistants })).rejects.toThrow(
      `node "next": node "next": node "next": assistant ${ID} contains itself`,
    )
  })

  test('an assistant that many nodes reference is compiled once', async () => {
    const id = (n: number) => ID.replace(/\d$/, String(n))
    const referring = (n: number) => ({
      nodes: Array.from({ length: 100 }, (_, index) => ({
        id: `n${index}`,
        type: 'subgraph',
        assistant_id: id(n),
      })),
    })
    const assistants = [
      ...[0, 1, 2, 3].map((n) => ({ assistant_id: id(n), graph_schema: referring(n + 1) })),
      { assistant_id: id(4), graph_schema: double },
    ]
    // Without caching, 100^5 graphs would be compiled.
    await expect(openGraph(referring(0), { assistants })).resolves.toBeDefined()
  })

  test('an error in a subgraph contains the ids of both nodes', async () => {
    const graph = { nodes: [{ id: 'broken', type: 'transform', set: { x: 'input.nope' } }] }
    const { run } = await openGraph({ nodes: [{ id: 'inner', type: 'subgraph', graph }] })
    await expect(run()).rejects.toThrow('node "inner": node "broken": input.nope: No such key: nope')
  })

  test('an interrupt of a subgraph interrupts the run, and finished nodes do not run again', async () => {
    const calledTools: string[] = []
    const asking = {
      nodes: [
        { id: 'before', type: 'tool', tool: 'mark', arguments: { what: 'before' } },
        { id: 'ask', type: 'human', prompt: 'Well?', options: ['yes', 'no'], output: 'answer' },
        { id: 'after', type: 'tool', tool: 'mark', arguments: { what: 'after {{ answer }}' } },
      ],
      output: { answer: 'answer' },
    }
    const outer = {
      nodes: [
        {
          id: 'outer',
          type: 'subgraph',
          graph: { nodes: [{ id: 'inner', type: 'subgraph', graph: asking, output: 'found' }] },
          output: 'found',
        },
      ],
    }
    const { run, resume } = await openGraph(outer, {
      tools: [serverTool('mark', ({ what }) => calledTools.push(String(what)))],
    })
    const { interruptValues } = await run({ x: 1 })
    expect(interruptValues).toEqual([
      { type: 'human_input', node_id: 'ask', prompt: 'Well?', options: ['yes', 'no'] },
    ])
    expect((await resume('perhaps')).interruptValues).toMatchObject([
      { error: 'the answer must be one of yes, no' },
    ])
    expect((await resume('yes')).output['found']).toMatchObject({ found: { answer: 'yes' } })
    expect(calledTools).toEqual(['before', 'after yes'])
  })
})

describe('a map node', () => {
  test('a map node runs its step for each item and keeps the order', async () => {
    const { run, model } = await openGraph(
      {
        nodes: [
          {
            id: 'each',
            type: 'map',
            over: 'input.items',
            as: 'word',
            do: { type: 'llm', prompt: '{{ index }}: {{ word }} of {{ size(input.items) }}' },
            output: 'said',
          },
        ],
      },
      // The first item takes longest.
      {
        script: async (text) => (
          await new Promise((resolve) => setTimeout(resolve, text.startsWith('0') ? 30 : 1)),
          text.toUpperCase()
        ),
      },
    )
    expect((await run({ items: ['a', 'b', 'c'] })).output['said']).toEqual([
      '0: A OF 3',
      '1: B OF 3',
      '2: C OF 3',
    ])
    expect(model.requests).toHaveLength(3)
  })

  test('a map node with a transform returns an object for each item', async () => {
    const { run } = await openGraph({
      nodes: [
        {
          id: 'each',
          type: 'map',
          over: 'input.items.filter(i, i > 1)',
          do: { type: 'transform', set: { n: 'item * 2', next: 'input.items[index]' } },
          output: 'made',
        },
      ],
    })
    expect((await run({ items: [1, 2, 3] })).output['made']).toEqual([
      { n: 4, next: 1 },
      { n: 6, next: 2 },
    ])
  })

  test('a map node over an empty list returns an empty list', async () => {
    const { run } = await openGraph({
      nodes: [
        { id: 'each', type: 'map', over: 'input.items', do: { type: 'llm', prompt: 'x' }, output: 'said' },
      ],
    })
    expect((await run({ items: [] })).output['said']).toEqual([])
  })

  test('a map node never runs more items at once than its concurrency', async () => {
    let running = 0
    let maxRunning = 0
    const { run } = await openGraph(
      {
        nodes: [
          {
            id: 'each',
            type: 'map',
            over: 'input.items',
            do: { type: 'llm', prompt: '{{ item }}' },
            concurrency: 3,
            output: 'said',
          },
        ],
      },
      {
        script: async () => {
          maxRunning = Math.max(maxRunning, ++running)
          await new Promise((resolve) => setTimeout(resolve, 5))
          running--
          return 'x'
        },
      },
    )
    await run({ items: Array.from({ length: 12 }, (_, n) => n) })
    expect(maxRunning).toBe(3)
  })

  test.each([
    ['a list of 1001 items', Array(1001).fill(0), 'input.items has 1001 items; at most 1000 are allowed'],
    ['a value that is no list', 'abc', 'over must be a list; input.items is not'],
  ])('a map node refuses %s', async (_, items, message) => {
    const { run } = await openGraph({
      nodes: [{ id: 'each', type: 'map', over: 'input.items', do: { type: 'llm', prompt: 'x' } }],
    })
    await expect(run({ items })).rejects.toThrow(`node "each": ${message}`)
  })

  test('an error names the item, and each item is retried on its own', async () => {
    const graph = (retry: object) => ({
      nodes: [
        {
          id: 'each',
          type: 'map',
          over: 'input.items',
          do: { type: 'llm', prompt: '{{ item }}', ...retry },
          output: 'said',
        },
      ],
    })
    const failures = new Map([['b', 2]])
    const script = (text: string) => {
      const remaining = failures.get(text) ?? 0
      failures.set(text, remaining - 1)
      return remaining > 0 ? new Error('not now') : text
    }
    const retried = await openGraph(graph({ retry: { attempts: 3, backoff_ms: 1 } }), { script })
    expect((await retried.run({ items: ['a', 'b'] })).output['said']).toEqual(['a', 'b'])
    expect(retried.model.prompts.toSorted()).toEqual(['a', 'b', 'b', 'b'])
    failures.set('b', 1)
    const once = await openGraph(graph({}), { script })
    await expect(once.run({ items: ['a', 'b'] })).rejects.toThrow('node "each": item 1: not now')
  })

  test('interrupts of several items are raised together, and finished items do not run again', async () => {
    const calledTools: string[] = []
    const graph = {
      nodes: [
        { id: 'mark', type: 'tool', tool: 'mark', arguments: { what: '{{ input.n }}' } },
        { id: 'ask', type: 'human', prompt: 'n = {{ input.n }}?', output: 'answer' },
      ],
      edges: [
        { from: 'start', to: 'mark' },
        { from: 'mark', to: 'ask', when: 'input.n > 1' },
      ],
      output: { answer: 'answer' },
    }
    const { run, resume } = await openGraph(
      {
        nodes: [
          {
            id: 'each',
            type: 'map',
            over: 'input.items',
            do: { type: 'subgraph', graph, input: { n: '{{ item }}' } },
            output: 'answers',
          },
        ],
      },
      { tools: [serverTool('mark', ({ what }) => calledTools.push(String(what)))] },
    )
    const { interruptValues, interruptIds } = await run({ items: [1, 2, 3] })
    expect(interruptValues.map((ask) => ask['prompt'])).toEqual(['n = 2?', 'n = 3?'])
    const half = await resume({ [String(interruptIds[1])]: 'three' })
    expect(half.interruptValues.map((ask) => ask['prompt'])).toEqual(['n = 2?'])
    expect((await resume({ [String(interruptIds[0])]: 'two' })).output['answers']).toEqual([
      { answer: null },
      { answer: 'two' },
      { answer: 'three' },
    ])
    expect(calledTools.toSorted()).toEqual(['1', '2', '3'])
  })

  test('a map node may have a human step', async () => {
    const { run, resume } = await openGraph({
      nodes: [
        {
          id: 'each',
          type: 'map',
          over: 'input.items',
          do: { type: 'human', prompt: '{{ item }}?', options: ['y'] },
          output: 'answers',
        },
      ],
    })
    const { interruptValues, interruptIds } = await run({ items: ['a', 'b'] })
    expect(interruptValues.map((ask) => ask['prompt'])).toEqual(['a?', 'b?'])
    expect((await resume(Object.fromEntries(interruptIds.map((id) => [id, 'y'])))).output['answers']).toEqual(
      ['y', 'y'],
    )
  })
})

test('node types are listed by node path', () => {
  expect(
    toNodeTypes({
      nodes: [
        { id: 'a', type: 'llm', prompt: 'x', tools: [] },
        {
          id: 'b',
          type: 'map',
          over: 'input.l',
          do: { type: 'subgraph', graph: { nodes: [{ id: 'c', type: 'human', prompt: '' }] } },
        },
        { id: 'd', type: 'condition', branches: [] },
      ],
    }),
  ).toEqual({
    a: 'llm',
    'a/model': 'llm',
    'a/tool': 'tool',
    'a/client': 'tool',
    'a/correction': 'transform',
    b: 'map',
    'b/item': 'subgraph',
    'b/item/c': 'human',
    d: 'condition',
  })
})
