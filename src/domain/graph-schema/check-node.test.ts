import { expect, test } from 'vitest'
import { checkGraph } from './check-graph.js'

const setNode = (id: string, values: Record<string, string> = { x: '1' }) => ({
  id,
  type: 'transform',
  set: values,
})
const singleNode = (node: object) => ({ nodes: [{ id: 'n', ...node }] })
const STEPS = 'llm, tool, http, transform, human, subgraph'
const ASSISTANT = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'

const nested = (depth: number): object =>
  depth === 0 ? { nodes: [setNode('leaf')] } : singleNode({ type: 'subgraph', graph: nested(depth - 1) })

const cases: [what: string, graph: unknown, problems: Record<string, string>][] = [
  [
    'an unknown field',
    singleNode({ type: 'llm', promt: 'x' }),
    { 'nodes/0/promt': 'node "n": promt is an unknown field (did you mean "prompt"?)' },
  ],
  [
    'a value of the wrong type',
    singleNode({ type: 'llm', temperature: 'hot' }),
    { 'nodes/0/temperature': 'node "n": temperature must be number' },
  ],
  [
    'a number out of range',
    singleNode({ type: 'llm', temperature: 3 }),
    { 'nodes/0/temperature': 'node "n": temperature must be <= 2' },
  ],
  [
    'a schema without output',
    singleNode({ type: 'llm', schema: { type: 'object' } }),
    { 'nodes/0/output': 'node "n": output is required with schema' },
  ],
  [
    'an invalid schema',
    singleNode({ type: 'llm', schema: { type: 'objekt' }, output: 'x' }),
    {
      'nodes/0/schema':
        'node "n": schema is not usable: type must be one of array, boolean, integer, null, number, object, string',
    },
  ],
  [
    'a schema of type array',
    singleNode({ type: 'llm', schema: { type: 'array' }, output: 'x' }),
    { 'nodes/0/schema': 'node "n": schema must be of type object' },
  ],
  [
    'an invalid pattern in a schema',
    singleNode({ type: 'human', prompt: '?', schema: { pattern: '(' } }),
    {
      'nodes/0/schema':
        'node "n": schema is not usable: pattern is not a valid RE2 regular expression: error parsing regexp: missing closing ): `(`',
    },
  ],
  ['a missing url', singleNode({ type: 'http' }), { 'nodes/0/url': 'node "n": url is required' }],
  [
    'a url with an unsupported scheme',
    singleNode({ type: 'http', url: 'ftp://x' }),
    { 'nodes/0/url': 'node "n": url must start with http:// or https://' },
  ],
  [
    'a body with GET',
    singleNode({ type: 'http', url: 'http://x', method: 'GET', body: {} }),
    { 'nodes/0/body': 'node "n": body cannot be sent with GET' },
  ],
  [
    'an unknown method',
    singleNode({ type: 'http', url: 'http://x', method: 'FETCH' }),
    { 'nodes/0/method': 'node "n": method must be one of GET, POST, PUT, PATCH, DELETE, HEAD' },
  ],
  [
    'a tool that is a number',
    singleNode({ type: 'tool', tool: 3 }),
    { 'nodes/0/tool': 'node "n": tool must be string or object' },
  ],
  [
    'a retry with too many attempts',
    singleNode({ type: 'tool', tool: 'x', retry: { attempts: 11 } }),
    { 'nodes/0/retry/attempts': 'node "n": retry/attempts must be <= 10' },
  ],
  [
    'options combined with schema',
    singleNode({ type: 'human', prompt: '?', options: ['a'], schema: {} }),
    { 'nodes/0/schema': 'node "n": schema cannot be combined with options' },
  ],
  [
    'a subgraph without assistant_id and graph',
    singleNode({ type: 'subgraph' }),
    { 'nodes/0/assistant_id': 'node "n": assistant_id or graph is required' },
  ],
  [
    'a subgraph with assistant_id and graph',
    singleNode({ type: 'subgraph', assistant_id: ASSISTANT, graph: { nodes: [setNode('a')] } }),
    { 'nodes/0/assistant_id': 'node "n": assistant_id cannot be combined with graph' },
  ],
  [
    'an assistant_id that is not a UUID',
    singleNode({ type: 'subgraph', assistant_id: 'x' }),
    { 'nodes/0/assistant_id': 'node "n": assistant_id must be a UUID' },
  ],
  [
    'a problem in an inline graph',
    singleNode({ type: 'subgraph', graph: { nodes: [{ id: 'q', type: 'http' }] } }),
    { 'nodes/0/graph/nodes/0/url': 'node "n": node "q": url is required' },
  ],
  [
    'an inline graph that is nested too deeply',
    nested(6),
    {
      ['nodes/0/graph/'.repeat(6).slice(0, -1)]: `${'node "n": '.repeat(6)}graph is nested more than 5 deep`,
    },
  ],
  [
    'a map without over and do',
    singleNode({ type: 'map' }),
    { 'nodes/0/over': 'node "n": over is required', 'nodes/0/do': 'node "n": do is required' },
  ],
  [
    'a map inside a map',
    singleNode({ type: 'map', over: 'input.l', do: { type: 'map' } }),
    { 'nodes/0/do/type': `node "n": do/type must be one of ${STEPS}` },
  ],
  [
    'an output inside do',
    singleNode({ type: 'map', over: 'input.l', do: { type: 'llm', output: 'x' } }),
    { 'nodes/0/do/output': 'node "n": do/output is an unknown field' },
  ],
  [
    'a reserved item name',
    singleNode({ type: 'map', over: 'input.l', as: 'index', do: { type: 'llm' } }),
    { 'nodes/0/as': 'node "n": as is reserved' },
  ],
  [
    'an expression with a syntax error',
    { nodes: [setNode('n', { x: '1 +' })] },
    { 'nodes/0/set/x': 'node "n": set/x has an error at character 4: Unexpected token: EOF' },
  ],
  [
    'an unknown variable',
    { nodes: [setNode('n', { total: '1', x: 'totl + 1' })] },
    {
      'nodes/0/set/x':
        'node "n": set/x has an error at character 1: Unknown variable: totl (did you mean "total"?)',
    },
  ],
  [
    'an unknown function',
    { nodes: [setNode('n', { x: 'eval("1")' })] },
    {
      'nodes/0/set/x': `node "n": set/x has an error at character 1: found no matching overload for 'eval(string)'`,
    },
  ],
  [
    'an expression that is too long',
    { nodes: [setNode('n', { x: `1${' + 1'.repeat(500)}` })] },
    { 'nodes/0/set/x': 'node "n": set/x is longer than 2000 characters' },
  ],
  [
    'an expression that is nested too deeply',
    { nodes: [setNode('n', { x: `${'('.repeat(60)}1${')'.repeat(60)}` })] },
    { 'nodes/0/set/x': expect.stringContaining('has an error at character') as string },
  ],
  [
    'a condition that does not return a bool',
    singleNode({ type: 'condition', branches: [{ when: '1 + 1', to: 'end' }] }),
    { 'nodes/0/branches/0/when': 'node "n": branches/0/when must return bool, not int' },
  ],
  [
    'a template with an unclosed expression',
    singleNode({ type: 'llm', prompt: 'Hi {{ input.name' }),
    { 'nodes/0/prompt': 'node "n": prompt has an unclosed {{ at character 4' },
  ],
  [
    'an unknown variable in a template',
    singleNode({ type: 'http', url: 'http://x', body: { a: [{ b: 'see {{ nme }}' }] }, output: 'name' }),
    {
      'nodes/0/body/a/0/b':
        'node "n": body/a/0/b has {{ nme }}, which has an error at character 2: Unknown variable: nme (did you mean "name"?)',
    },
  ],
  [
    'the item of a map outside the map',
    { nodes: [{ id: 'n', type: 'map', over: 'item', do: { type: 'llm' } }] },
    { 'nodes/0/over': 'node "n": over has an error at character 1: Unknown variable: item' },
  ],
  [
    'an unknown variable in the output',
    { nodes: [setNode('n')], output: { a: 'y' } },
    { 'output/a': 'output/a has an error at character 1: Unknown variable: y (did you mean "x"?)' },
  ],
]

test.each(cases)('%s is reported', (_, graph, problems) => {
  expect(checkGraph(graph)).toEqual(problems)
})
