import { describe, expect, test } from 'vitest'
import { findAssistantIds, checkGraph } from './check-graph.js'

const setNode = (id: string, values: Record<string, string> = { x: '1' }) => ({
  id,
  type: 'transform',
  set: values,
})
const singleNode = (node: object) => ({ nodes: [{ id: 'n', ...node }] })
const TYPES = 'llm, tool, http, condition, transform, human, subgraph, map'
const ASSISTANT = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'

test('a valid graph with every node type has no problems', () => {
  expect(
    checkGraph({
      state: {
        notes: { reducer: 'append', default: [] },
        profile: { reducer: 'merge', default: {} },
        plain: {},
      },
      nodes: [
        {
          id: 'ask',
          type: 'llm',
          description: 'why',
          system: 's',
          prompt: '{{ input.message }}',
          model: 'm',
          temperature: 0,
          max_tokens: 5,
          top_p: 1,
          base_url: 'http://localhost:11434/v1',
          schema: { type: 'object' },
          tools: ['calculator'],
          retry: { attempts: 2 },
          output: 'asked',
        },
        {
          id: 'route',
          type: 'condition',
          branches: [{ when: 'has(asked.x) && plain == null', to: 'end' }],
          otherwise: 'call',
        },
        {
          id: 'call',
          type: 'http',
          method: 'POST',
          url: 'https://example.com/{{ asked.x }}',
          query: { a: 1 },
          headers: { a: '{{ plain }}' },
          body: { deep: ['{{ {"a": {"b": 1}} }}'] },
          timeout_ms: 5,
          fail_on_error: true,
          output: 'call',
        },
        {
          id: 'calc',
          type: 'tool',
          tool: { type: 'mcp' },
          name: 'add',
          arguments: { n: '{{ call.status }}' },
        },
        { id: 'human', type: 'human', prompt: 'ok?', schema: { type: 'boolean' }, output: 'ok' },
        { id: 'other', type: 'subgraph', assistant_id: ASSISTANT, input: { x: '{{ notes }}' } },
        {
          id: 'each',
          type: 'map',
          over: 'notes',
          as: 'note',
          do: { type: 'llm', prompt: '{{ note }} {{ index }}' },
          concurrency: 3,
          output: 'notes',
        },
        setNode('last', {
          notes: 'notes.map(n, n + 1)',
          messages: "[{'role': 'assistant', 'content': 'hi'}]",
        }),
      ],
      edges: [
        { from: 'start', to: 'ask' },
        { from: 'ask', to: 'route' },
        { from: 'call', to: 'calc' },
        { from: 'call', to: 'human' },
        { from: ['calc', 'human'], to: 'other' },
        { from: 'other', to: 'other', when: 'size(notes) < 3' },
        { from: 'other', to: 'each' },
        { from: 'each', to: 'last' },
        { from: 'last', to: 'end' },
      ],
      output: { a: 'notes', b: 'input.message', c: 'messages.size()' },
    }),
  ).toEqual({})
})

const cases: [what: string, graph: unknown, problems: Record<string, string>][] = [
  ['a number instead of a graph', 3, { '': 'the graph must be object' }],
  ['a list instead of a graph', [], { '': 'the graph must be object' }],
  ['a graph without nodes', {}, { nodes: 'nodes is required' }],
  ['an empty list of nodes', { nodes: [] }, { nodes: 'nodes must NOT have fewer than 1 items' }],
  [
    'a graph with too many nodes',
    { nodes: Array.from({ length: 201 }, (_, n) => setNode(`n${n}`)) },
    { nodes: 'nodes must NOT have more than 200 items' },
  ],
  [
    'a graph with too many edges',
    { nodes: [setNode('a')], edges: Array.from({ length: 1001 }, () => ({ from: 'start', to: 'a' })) },
    { edges: 'edges must NOT have more than 1000 items' },
  ],
  [
    'an unknown field of the graph',
    { nodes: [setNode('a')], node: 1 },
    { node: 'node is an unknown field (did you mean "nodes"?)' },
  ],
  ['a node that is not an object', { nodes: [setNode('a'), 'b'] }, { 'nodes/1': 'node 2 must be object' }],
  [
    'a node without id',
    { nodes: [{ type: 'transform', set: { x: '1' } }] },
    { 'nodes/0/id': 'node 1: id is required' },
  ],
  [
    'an id with spaces',
    { nodes: [setNode('a b')] },
    { 'nodes/0/id': 'node "a b": id may contain only letters, digits, _ and -' },
  ],
  [
    'the reserved id start',
    { nodes: [setNode('start')] },
    { 'nodes/0/id': 'node "start": id "start" is reserved' },
  ],
  [
    'the reserved id constructor',
    { nodes: [setNode('constructor')] },
    { 'nodes/0/id': 'node "constructor": id "constructor" is reserved' },
  ],
  [
    'a duplicate id',
    { nodes: [setNode('a'), setNode('a')] },
    { 'nodes/1/id': 'node "a": id is also the id of node 1' },
  ],
  ['a node without a type', singleNode({}), { 'nodes/0/type': 'node "n": type is required' }],
  [
    'a misspelled type',
    singleNode({ type: 'trasform' }),
    { 'nodes/0/type': `node "n": type must be one of ${TYPES} (did you mean "transform"?)` },
  ],
  [
    'a type that is a number',
    singleNode({ type: 7 }),
    { 'nodes/0/type': `node "n": type must be one of ${TYPES}` },
  ],
  [
    'an unknown reducer',
    { state: { k: { reducer: 'add' } }, nodes: [setNode('n')] },
    { 'state/k/reducer': 'state/k/reducer must be one of replace, append, merge' },
  ],
  [
    'a default of append that is not a list',
    { state: { k: { reducer: 'append', default: 1 } }, nodes: [setNode('n')] },
    { 'state/k/default': 'state/k/default must be a list with the reducer append' },
  ],
  [
    'a default of merge that is not an object',
    { state: { k: { reducer: 'merge', default: [] } }, nodes: [setNode('n')] },
    { 'state/k/default': 'state/k/default must be an object with the reducer merge' },
  ],
  [
    'a reserved state key',
    { state: { messages: {} }, nodes: [setNode('n')] },
    { 'state/messages': 'state/messages is reserved' },
  ],
  [
    'a reserved output key',
    singleNode({ type: 'llm', output: 'messages' }),
    { 'nodes/0/output': 'node "n": output is reserved' },
  ],
  [
    'a reserved word of CEL as a key',
    { nodes: [setNode('n', { list: '1' })] },
    { 'nodes/0/set/list': 'node "n": set/list is a reserved word of the expression language' },
  ],
  [
    'an invalid key name',
    { nodes: [setNode('n', { 'a-b': '1' })] },
    { 'nodes/0/set/a-b': 'node "n": set/a-b must consist of letters, digits and _, and start with a letter' },
  ],
  [
    'a list of edges without a start',
    { nodes: [setNode('a')], edges: [{ from: 'a', to: 'end' }] },
    { edges: 'no edge starts at "start"' },
  ],
  [
    'an edge to a missing node',
    { nodes: [setNode('alpha')], edges: [{ from: 'start', to: 'alhpa' }] },
    { 'edges/0/to': 'edge from "start" leads to "alhpa", which is not a node (did you mean "alpha"?)' },
  ],
  [
    'an edge from a missing node',
    {
      nodes: [setNode('a')],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'bbbb', to: 'a' },
      ],
    },
    { 'edges/1/from': 'edge from "bbbb": the node does not exist' },
  ],
  [
    'an edge from the end',
    {
      nodes: [setNode('a')],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'end', to: 'a' },
      ],
    },
    { 'edges/1/from': 'edge from "end": "end" cannot have edges' },
  ],
  [
    'an edge to the start',
    {
      nodes: [setNode('a')],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'a', to: 'start' },
      ],
    },
    { 'edges/1/to': 'edge from "a" cannot lead to "start"' },
  ],
  [
    'a branch to a missing node',
    singleNode({ type: 'condition', branches: [{ when: 'true', to: 'm' }], otherwise: 'zzzz' }),
    {
      'nodes/0/branches/0/to': 'node "n": branch leads to "m", which is not a node (did you mean "n"?)',
      'nodes/0/otherwise': 'node "n": otherwise leads to "zzzz", which is not a node',
    },
  ],
  [
    'an edge from a condition',
    {
      nodes: [{ id: 'c', type: 'condition', branches: [{ when: 'true', to: 'a' }] }, setNode('a')],
      edges: [
        { from: 'start', to: 'c' },
        { from: 'c', to: 'a' },
      ],
    },
    { 'edges/1/from': 'edge from "c": the branches of a condition are its edges' },
  ],
  [
    'an invalid condition of an edge',
    { nodes: [setNode('a')], edges: [{ from: 'start', to: 'a', when: 'inptu.x' }] },
    {
      'edges/0/when':
        'edges/0/when has an error at character 1: Unknown variable: inptu (did you mean "input"?)',
    },
  ],
  [
    'an unreachable node',
    {
      nodes: [setNode('a'), setNode('b'), setNode('c')],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'b', to: 'c' },
      ],
    },
    {
      'nodes/1': 'node "b": not reachable from "start"',
      'nodes/2': 'node "c": not reachable from "start"',
    },
  ],
  [
    'a join with a condition',
    {
      nodes: [setNode('a'), setNode('b'), setNode('c')],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'start', to: 'b' },
        { from: ['a', 'b'], to: 'c', when: 'true' },
      ],
    },
    { 'edges/2/when': 'an edge from several nodes cannot have a condition' },
  ],
  [
    'a join with a node that has conditional edges',
    {
      nodes: [setNode('a'), setNode('b'), setNode('c')],
      edges: [
        { from: 'start', to: 'a' },
        { from: 'start', to: 'b' },
        { from: 'a', to: 'end', when: 'true' },
        { from: ['a', 'b'], to: 'c' },
      ],
    },
    { 'edges/3/from': 'edge from "a": a node with conditional edges cannot be part of a join' },
  ],
]

test.each(cases)('%s is reported', (_, graph, problems) => {
  expect(checkGraph(graph)).toEqual(problems)
})

describe('problems', () => {
  test('are all reported at once', () => {
    const problems = checkGraph({
      nodes: [{ id: 'a', type: 'llm', promt: 'x' }, { id: 'b', type: 'http' }, setNode('c', { x: 'nope' })],
      output: { y: '(' },
    })
    expect(Object.keys(problems)).toEqual(['nodes/0/promt', 'nodes/1/url', 'nodes/2/set/x', 'output/y'])
  })

  test('of a node do not cause further problems for the keys that it writes', () => {
    expect(
      checkGraph({
        nodes: [{ id: 'a', type: 'http', output: 'order' }, setNode('b', { x: 'order.status' })],
      }),
    ).toEqual({
      'nodes/0/url': 'node "a": url is required',
    })
  })

  test('of tools are reported under the fields of the node', () => {
    const checkTools = (tools: readonly unknown[], path: string) => ({
      [`${path}/${tools.length - 1}/url`]: 'must be a URL',
    })
    const graph = {
      nodes: [
        { id: 'a', type: 'tool', tool: {} },
        { id: 'b', type: 'map', over: 'input.l', do: { type: 'llm', prompt: 'x', tools: [{}, {}] } },
      ],
    }
    expect(checkGraph(graph, checkTools)).toEqual({
      'nodes/0/tool/url': 'node "a": tool/url must be a URL',
      'nodes/1/do/tools/1/url': 'node "b": do/tools/1/url must be a URL',
    })
  })
})

test('every assistant that a graph refers to is found once, including those in inline graphs and maps', () => {
  const id = (n: number) => ASSISTANT.replace(/.$/, String(n))
  const graph = {
    nodes: [
      { id: 'a', type: 'subgraph', assistant_id: id(1) },
      {
        id: 'b',
        type: 'subgraph',
        graph: { nodes: [{ id: 'c', type: 'subgraph', assistant_id: id(2).toUpperCase() }] },
      },
      { id: 'd', type: 'map', over: 'input.l', do: { type: 'subgraph', assistant_id: id(3) } },
      { id: 'e', type: 'subgraph', assistant_id: id(1) },
      { id: 'f', type: 'llm', assistant_id: id(4) },
    ],
  }
  expect(findAssistantIds(graph)).toEqual([id(1), id(2), id(3)])
  expect(findAssistantIds(null)).toEqual([])
  expect(findAssistantIds({ nodes: [3, null, { do: 4 }] })).toEqual([])
})
