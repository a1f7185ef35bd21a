import { describe, expect, test } from 'vitest'
import { openGraph } from './open-graph.js'

const set = (id: string, values: Record<string, string>) => ({ id, type: 'transform', set: values })

describe('the order of nodes', () => {
  test('without edges, nodes run in the order of the list', async () => {
    const { run } = await openGraph({
      state: { path: { reducer: 'append' } },
      nodes: [set('a', { path: "'a'" }), set('b', { path: "'b'" }), set('c', { path: "'c'" })],
    })
    expect((await run()).output).toEqual({ path: ['a', 'b', 'c'], messages: [] })
  })

  test('a node without outgoing edges leads to the end', async () => {
    const { run } = await openGraph({
      state: { path: { reducer: 'append' } },
      nodes: [set('a', { path: "'a'" }), set('b', { path: "'b'" })],
      edges: [
        { from: 'start', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    })
    expect((await run()).output['path']).toEqual(['b', 'a'])
  })

  test.each([
    [15, 'high'],
    [5, 'middle'],
    [1, 'low'],
  ])('the first edge whose condition is true is taken: %d is %s', async (n, expected) => {
    const { run } = await openGraph({
      nodes: [
        set('look', { n: 'input.n' }),
        ...['high', 'middle', 'low'].map((level) => set(level, { level: `'${level}'` })),
      ],
      edges: [
        { from: 'start', to: 'look' },
        { from: 'look', to: 'low' },
        { from: 'look', to: 'high', when: 'n > 10' },
        { from: 'look', to: 'middle', when: 'n > 2' },
      ],
    })
    expect((await run({ n })).output['level']).toBe(expected)
  })

  test('a run ends at a node where no condition is true and every edge has a condition', async () => {
    const { run } = await openGraph({
      nodes: [set('a', { done: "'a'" }), set('b', { done: "'b'" })],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'b', when: 'false' },
      ],
    })
    expect((await run()).output['done']).toBe('a')
  })

  test('edges from start may have conditions', async () => {
    const { run } = await openGraph({
      nodes: [set('a', { done: "'a'" }), set('b', { done: "'b'" })],
      edges: [
        { from: 'start', to: 'a', when: "input.which == 'a'" },
        { from: 'start', to: 'b' },
      ],
    })
    expect((await run({ which: 'a' })).output['done']).toBe('a')
    expect((await run({ which: 'x' })).output['done']).toBe('b')
  })

  test('a condition node takes its first true branch', async () => {
    const { run } = await openGraph({
      nodes: [
        {
          id: 'route',
          type: 'condition',
          branches: [
            { when: 'input.n > 1', to: 'many' },
            { when: 'input.n > 0', to: 'one' },
          ],
        },
        set('many', { found: "'many'" }),
        set('one', { found: "'one'" }),
      ],
      edges: [{ from: 'start', to: 'route' }],
    })
    expect((await run({ n: 2 })).output['found']).toBe('many')
    expect((await run({ n: 1 })).output['found']).toBe('one')
  })

  test('without edges, a condition node does not continue with the next node of the list', async () => {
    const graph = {
      state: { path: { reducer: 'append' } },
      nodes: [
        {
          id: 'route',
          type: 'condition',
          branches: [{ when: 'input.skip', to: 'last' }],
          otherwise: 'first',
        },
        set('first', { path: "'first'" }),
        set('last', { path: "'last'" }),
      ],
    }
    expect((await (await openGraph(graph)).run({ skip: true })).output['path']).toEqual(['last'])
    expect((await (await openGraph(graph)).run({ skip: false })).output['path']).toEqual(['first', 'last'])
  })

  test('several edges without conditions run in parallel, and a join waits for the longest path', async () => {
    const { run } = await openGraph({
      state: { path: { reducer: 'append' } },
      nodes: ['a', 'b', 'b2', 'b3', 'c', 'd'].map((id) => set(id, { path: `'${id}'` })),
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'b' },
        { from: 'a', to: 'c' },
        { from: 'b', to: 'b2' },
        { from: 'b2', to: 'b3' },
        { from: ['b3', 'c'], to: 'd' },
      ],
    })
    const path = (await run()).output['path'] as string[]
    expect(path.toSorted()).toEqual(['a', 'b', 'b2', 'b3', 'c', 'd'])
    expect(path.at(-1)).toBe('d')
  })

  test('parallel nodes may write the same key, and one of the values is kept', async () => {
    const { run } = await openGraph({
      nodes: [set('a', { x: "'a'" }), set('b', { x: "'b'" })],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'start', to: 'b' },
      ],
    })
    expect(['a', 'b']).toContain((await run()).output['x'])
  })

  test('a loop with a counter ends when its condition becomes false', async () => {
    const { run } = await openGraph({
      state: { count: { default: 0 } },
      nodes: [set('add', { count: 'count + 1' })],
      edges: [
        { from: 'start', to: 'add' },
        { from: 'add', to: 'add', when: 'count < 5' },
      ],
    })
    expect((await run()).output['count']).toBe(5)
  })

  test('the recursion limit stops an endless loop', async () => {
    const { run } = await openGraph({
      nodes: [set('a', { x: '1' }), set('b', { x: '2' })],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    })
    await expect(run({}, { recursionLimit: 8 })).rejects.toMatchObject({
      lc_error_code: 'GRAPH_RECURSION_LIMIT',
    })
  })
})

describe('the state', () => {
  test('state keys start with their default, or with null, [] or {}', async () => {
    const { run } = await openGraph({
      state: { a: { default: 7 }, many: { reducer: 'append' }, object: { reducer: 'merge' } },
      nodes: [set('look', { seen: '[a, many, object, plain]' }), set('later', { plain: '1' })],
    })
    expect((await run()).output['seen']).toEqual([7, [], {}, null])
  })

  test('the reducers append and merge combine values', async () => {
    const { run } = await openGraph({
      state: {
        notes: { reducer: 'append', default: ['first'] },
        profile: { reducer: 'merge', default: { a: 1 } },
      },
      nodes: [
        set('one', { notes: "'second'", profile: "{'b': 2}" }),
        set('two', { notes: "['third', 'fourth']", profile: "{'a': 3}" }),
        set('nothing', { notes: 'null', profile: 'null' }),
      ],
    })
    expect((await run()).output).toMatchObject({
      notes: ['first', 'second', 'third', 'fourth'],
      profile: { a: 3, b: 2 },
    })
  })

  test('a value that cannot be merged fails the run, and the error names the key', async () => {
    const { run } = await openGraph({
      state: { profile: { reducer: 'merge' } },
      nodes: [set('wrong', { profile: '3' })],
    })
    await expect(run()).rejects.toThrow('state key "profile" has the reducer merge and cannot take 3')
  })

  test('input keys that are state keys initialize them; other input keys are only in input', async () => {
    const { run } = await openGraph({
      state: { tags: { reducer: 'append', default: ['base'] }, name: {} },
      nodes: [set('look', { seen: "name + ' ' + input.other" })],
    })
    expect((await run({ tags: ['x'], name: 'Ada', other: 'o' })).output).toEqual({
      tags: ['base', 'x'],
      name: 'Ada',
      seen: 'Ada o',
      messages: [],
    })
  })

  test('all expressions of a transform read the state before it', async () => {
    const { run } = await openGraph({
      state: { a: { default: 1 }, b: { default: 2 } },
      nodes: [set('swap', { a: 'b', b: 'a' })],
    })
    expect((await run()).output).toMatchObject({ a: 2, b: 1 })
  })

  test('input.message becomes the conversation', async () => {
    const { run } = await openGraph({
      nodes: [set('look', { seen: "input.message + ' / ' + messages[0].content" })],
    })
    const expected = { seen: 'hi / hi', messages: [{ role: 'user', content: 'hi' }] }
    expect((await run({ message: 'hi' })).output).toEqual(expected)
  })

  test.each([
    [
      'in the OpenAI format',
      [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
      ],
    ],
    [
      'in the LangChain format',
      [
        { type: 'human', content: 'one' },
        { type: 'ai', content: 'two' },
      ],
    ],
  ])('input.messages may be %s', async (_, messages) => {
    const { run } = await openGraph({
      nodes: [
        set('look', { seen: "messages.map(m, m.role + ':' + m.content).join(' ') + ' ' + input.message" }),
      ],
    })
    expect((await run({ messages })).output['seen']).toBe('user:one assistant:two one')
  })

  test('the next run of a thread continues from the state and has its own input', async () => {
    const { run } = await openGraph({
      state: { seen: { reducer: 'append' } },
      nodes: [set('look', { seen: 'input.n' })],
    })
    await run({ n: 1 })
    expect((await run({ n: 2 })).output['seen']).toEqual([1, 2])
  })

  test('a node may have the name of the state key that it writes', async () => {
    const { run } = await openGraph({
      nodes: [set('order', { order: '1' }), set('next', { next: 'order + 1' })],
    })
    expect((await run()).output).toMatchObject({ order: 1, next: 2 })
  })

  test('the output expressions are evaluated on the last state', async () => {
    const { run } = await openGraph({
      nodes: [set('a', { x: 'input.n * 2' })],
      output: { twice: 'x', text: "'n was ' + string(input.n)" },
    })
    expect((await run({ n: 4 })).output).toEqual({ twice: 8, text: 'n was 4' })
  })
})

describe('failures', () => {
  test('an error contains the node id and the expression', async () => {
    const { run } = await openGraph({ nodes: [set('broken', { x: 'input.missing + 1' })] })
    await expect(run()).rejects.toThrow('node "broken": input.missing + 1: No such key: missing')
  })

  test('a condition that is neither true nor false fails the run, and the error names the node', async () => {
    const { run } = await openGraph({
      nodes: [set('a', { x: '1' })],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'end', when: 'input.flag' },
      ],
    })
    await expect(run({ flag: 'yes' })).rejects.toThrow(
      'node "a": input.flag must yield true or false, not "yes"',
    )
  })

  test('an invalid graph is refused with the field path', async () => {
    await expect(openGraph({ nodes: [{ id: 'a', type: 'http' }] })).rejects.toThrow(
      'graph_schema/nodes/0/url: node "a": url is required',
    )
  })
})
