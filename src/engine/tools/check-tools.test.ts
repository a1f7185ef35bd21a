import { describe, expect, it } from 'vitest'
import { checkTools } from './check-tools.js'

const http = (more: object) => ({ type: 'http', name: 'a', url: 'https://a.example/', ...more })
const fn = (parameters: unknown) => ({ type: 'function', function: { name: 'f', parameters } })
const nested = (levels: number): object => (levels === 0 ? {} : { properties: { a: nested(levels - 1) } })

describe('definitions of tools', () => {
  it('good ones of every form have no problems', () => {
    const tools = [
      'calculator',
      { type: 'builtin', name: 'clock' },
      { type: 'function', function: { name: 'ask', description: null, parameters: null, strict: null } },
      {
        type: 'function',
        name: 'flat',
        parameters: { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: {} } },
      },
      { type: 'http', name: 'get', url: 'https://a.example/{id}?q={q}', headers: { 'x-a': '{id}' } },
      {
        type: 'http',
        name: 'post',
        method: 'POST',
        url: 'http://a.example:8080/x',
        parameters: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          properties: { id: { type: 'string', pattern: '^a+$' } },
        },
        body: { id: '{id}', graphql: 'query { name }' },
        body_format: 'form',
        query: { fixed: 1 },
        timeout_ms: 1000,
      },
      { type: 'mcp', url: 'https://mcp.example/mcp', headers: { authorization: 'Bearer x' }, prefix: 'a_' },
    ]
    expect(checkTools(tools)).toEqual({})
  })

  it.each<[string, unknown, Record<string, string>]>([
    ['no list', {}, { tools: 'must be array' }],
    ['too many', Array(129).fill('uuid'), { tools: 'must hold at most 128 tools' }],
    ['a number', [1], { 'tools/0': 'must be an object or the name of a built-in tool' }],
    ['null', [null], { 'tools/0': 'must be an object or the name of a built-in tool' }],
    [
      'an unknown name',
      ['web'],
      { 'tools/0': 'is not a built-in tool (calculator, clock, text_stats, uuid)' },
    ],
    [
      'an unknown built-in',
      [{ type: 'builtin', name: 'x' }],
      { 'tools/0/name': 'must be one of calculator, clock, text_stats, uuid' },
    ],
    ['no type', [{}], { 'tools/0/type': 'must be one of function, http, mcp, builtin' }],
    [
      'stdio',
      [{ type: 'stdio', command: 'sh' }],
      { 'tools/0/type': 'must be one of function, http, mcp, builtin' },
    ],
    [
      'an MCP server as a command',
      [{ type: 'mcp', command: 'sh' }],
      { 'tools/0/url': 'is required', 'tools/0/command': 'is not a known field' },
    ],
    ['no name', [{ type: 'function', function: {} }], { 'tools/0/function/name': 'is required' }],
    ['no function', [{ type: 'function', function: null }], { 'tools/0/function': 'must be object' }],
    [
      'a bad name',
      [{ type: 'function', name: 'a b' }],
      { 'tools/0/name': 'must match pattern "^[a-zA-Z0-9_-]{1,64}$"' },
    ],
    [
      'a name twice',
      ['uuid', { type: 'function', function: { name: 'uuid' } }],
      { 'tools/1/function/name': 'is the name of tool 0 too' },
    ],
    ['a typo', [http({ header: {} })], { 'tools/0/header': 'is not a known field' }],
    [
      'several at once',
      [http({ url: 1, method: 'get' }), 'web'],
      {
        'tools/0/url': 'must be string',
        'tools/0/method': 'must be one of GET, POST, PUT, PATCH, DELETE',
        'tools/1': 'is not a built-in tool (calculator, clock, text_stats, uuid)',
      },
    ],
    ['a relative URL', [http({ url: '/x' })], { 'tools/0/url': 'must be an http or https URL' }],
    [
      'another scheme',
      [http({ url: 'file:///etc/passwd' })],
      { 'tools/0/url': 'must be an http or https URL' },
    ],
    ['a URL of the model', [http({ url: '{url}' })], { 'tools/0/url': 'must be an http or https URL' }],
    [
      'a host of the model',
      [http({ url: 'https://{host}/x' })],
      { 'tools/0/url': 'must not have a placeholder before the path' },
    ],
    [
      'a host of the model in part',
      [http({ url: 'https://a.example{x}' })],
      { 'tools/0/url': 'must not have a placeholder before the path' },
    ],
    [
      'a fragment',
      [http({ url: 'https://a.example/#{x}' })],
      { 'tools/0/url': 'must not have a fragment: it is never sent' },
    ],
    [
      'a backslash',
      [http({ url: 'https://a.example/a\\{x}' })],
      { 'tools/0/url': 'must not hold backslashes, spaces or control characters' },
    ],
    [
      'a tab',
      [http({ url: 'https://a.example/\t{x}' })],
      { 'tools/0/url': 'must not hold backslashes, spaces or control characters' },
    ],
    [
      'credentials',
      [http({ url: 'https://u:p@a.example/' })],
      { 'tools/0/url': 'must not hold credentials: send them in headers' },
    ],
    ['a body with GET', [http({ body: {} })], { 'tools/0/body': 'cannot be used with GET' }],
    [
      'a header name',
      [http({ headers: { 'a b': 'x' } })],
      { 'tools/0/headers/a b': 'is not the name of a header' },
    ],
    [
      'a header of the connection',
      [http({ headers: { Host: 'x' } })],
      { 'tools/0/headers/Host': 'is set by the connection itself' },
    ],
    [
      'a header of two lines',
      [http({ headers: { a: 'x\r\nb: c' } })],
      { 'tools/0/headers/a': 'must be one line of Latin-1 text' },
    ],
    [
      'an unknown placeholder',
      [http({ url: 'https://a.example/{b}', parameters: { properties: { a: {} } } })],
      {
        'tools/0/url': 'names {b}, which is not one of the parameters',
      },
    ],
    ['a timeout', [http({ timeout_ms: 0 })], { 'tools/0/timeout_ms': 'must be >= 1' }],
    ['an MCP scheme', [{ type: 'mcp', url: 'stdio:sh' }], { 'tools/0/url': 'must be an http or https URL' }],
    [
      'parameters that are no object',
      [fn({ type: 'string' })],
      { 'tools/0/function/parameters/type': 'must be "object"' },
    ],
    [
      'parameters that are no schema',
      [fn({ properties: { a: { type: 1 } } })],
      {
        'tools/0/function/parameters/properties/a/type':
          'must be one of array, boolean, integer, null, number, object, string',
      },
    ],
    [
      'a bad pattern',
      [fn({ properties: { a: { pattern: '(' } } })],
      {
        'tools/0/function/parameters/properties/a/pattern': 'is not a regular expression',
      },
    ],
    [
      'a bad pattern of names',
      [fn({ patternProperties: { '[': {} } })],
      { 'tools/0/function/parameters/patternProperties/[': 'is not a regular expression' },
    ],
    [
      'a remote reference',
      [fn({ properties: { a: { $ref: 'http://127.0.0.1/' } } })],
      {
        'tools/0/function/parameters/properties/a/$ref':
          'must point to a place within the schema, as in #/$defs/name',
      },
    ],
    [
      'a dangling reference',
      [fn({ $ref: '#/$defs/x' })],
      {
        'tools/0/function/parameters/$ref': 'must point to a place within the schema, as in #/$defs/name',
      },
    ],
    [
      'an asynchronous schema',
      [fn({ $async: true })],
      { 'tools/0/function/parameters/$async': 'is not supported' },
    ],
    ['a deep schema', [fn(nested(20))], { 'tools/0/function/parameters': 'must be at most 32 levels deep' }],
    [
      'a large schema',
      [fn({ description: 'x'.repeat(70_000) })],
      {
        'tools/0/function/parameters': 'must be at most 65536 bytes of JSON',
      },
    ],
  ])('%s', (_, tools, problems) => {
    expect(checkTools(tools)).toEqual(problems)
  })

  it('the path begins as the caller says', () => {
    expect(checkTools([1], 'config/tools')).toHaveProperty(['config/tools/0'])
  })
})
