import { describe, expect, it } from 'vitest'
import { checkTools } from './check-tools.js'

const http = (more: object) => ({ type: 'http', name: 'a', url: 'https://a.example/', ...more })
const fn = (parameters: unknown) => ({ type: 'function', function: { name: 'f', parameters } })
const nested = (levels: number): object => (levels === 0 ? {} : { properties: { a: nested(levels - 1) } })

describe('definitions of tools', () => {
  it('valid definitions of every kind have no problems', () => {
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
    ['a value that is not a list', {}, { tools: 'must be array' }],
    ['a list with too many tools', Array(129).fill('uuid'), { tools: 'must contain at most 128 tools' }],
    ['a number instead of a tool', [1], { 'tools/0': 'must be an object or the name of a built-in tool' }],
    ['null instead of a tool', [null], { 'tools/0': 'must be an object or the name of a built-in tool' }],
    [
      'an unknown name of a built-in tool',
      ['web'],
      { 'tools/0': 'is not a built-in tool (calculator, clock, text_stats, uuid)' },
    ],
    [
      'an unknown built-in tool in an object',
      [{ type: 'builtin', name: 'x' }],
      { 'tools/0/name': 'must be one of calculator, clock, text_stats, uuid' },
    ],
    ['a tool without a type', [{}], { 'tools/0/type': 'must be one of function, http, mcp, builtin' }],
    [
      'a stdio server',
      [{ type: 'stdio', command: 'sh' }],
      { 'tools/0/type': 'must be one of function, http, mcp, builtin' },
    ],
    [
      'an MCP server as a command',
      [{ type: 'mcp', command: 'sh' }],
      { 'tools/0/url': 'is required', 'tools/0/command': 'is an unknown field' },
    ],
    [
      'a function without a name',
      [{ type: 'function', function: {} }],
      { 'tools/0/function/name': 'is required' },
    ],
    [
      'a function without a definition',
      [{ type: 'function', function: null }],
      { 'tools/0/function': 'must be object' },
    ],
    [
      'an invalid tool name',
      [{ type: 'function', name: 'a b' }],
      { 'tools/0/name': 'must match pattern "^[a-zA-Z0-9_-]{1,64}$"' },
    ],
    [
      'a duplicate name',
      ['uuid', { type: 'function', function: { name: 'uuid' } }],
      { 'tools/1/function/name': 'is already the name of tool 0' },
    ],
    ['an unknown field', [http({ header: {} })], { 'tools/0/header': 'is an unknown field' }],
    [
      'each of several problems',
      [http({ url: 1, method: 'get' }), 'web'],
      {
        'tools/0/url': 'must be string',
        'tools/0/method': 'must be one of GET, POST, PUT, PATCH, DELETE',
        'tools/1': 'is not a built-in tool (calculator, clock, text_stats, uuid)',
      },
    ],
    ['a relative URL', [http({ url: '/x' })], { 'tools/0/url': 'must be an http or https URL' }],
    [
      'a URL with an unsupported scheme',
      [http({ url: 'file:///etc/passwd' })],
      { 'tools/0/url': 'must be an http or https URL' },
    ],
    [
      'a URL that the model chooses',
      [http({ url: '{url}' })],
      { 'tools/0/url': 'must be an http or https URL' },
    ],
    [
      'a host that the model chooses',
      [http({ url: 'https://{host}/x' })],
      { 'tools/0/url': 'must not have a placeholder before the path' },
    ],
    [
      'a host that the model can extend',
      [http({ url: 'https://a.example{x}' })],
      { 'tools/0/url': 'must not have a placeholder before the path' },
    ],
    [
      'a URL with a fragment',
      [http({ url: 'https://a.example/#{x}' })],
      { 'tools/0/url': 'must not have a fragment: it is never sent' },
    ],
    [
      'a URL with a backslash',
      [http({ url: 'https://a.example/a\\{x}' })],
      { 'tools/0/url': 'must not contain backslashes, spaces or control characters' },
    ],
    [
      'a URL with a tab',
      [http({ url: 'https://a.example/\t{x}' })],
      { 'tools/0/url': 'must not contain backslashes, spaces or control characters' },
    ],
    [
      'a URL with credentials',
      [http({ url: 'https://u:p@a.example/' })],
      { 'tools/0/url': 'must not contain credentials: send them in headers' },
    ],
    ['a body with GET', [http({ body: {} })], { 'tools/0/body': 'cannot be used with GET' }],
    [
      'an invalid header name',
      [http({ headers: { 'a b': 'x' } })],
      { 'tools/0/headers/a b': 'is not a valid header name' },
    ],
    [
      'a header that belongs to the connection',
      [http({ headers: { Host: 'x' } })],
      { 'tools/0/headers/Host': 'is set by the connection itself' },
    ],
    [
      'a header value with a line break',
      [http({ headers: { a: 'x\r\nb: c' } })],
      { 'tools/0/headers/a': 'must be one line of Latin-1 text' },
    ],
    [
      'an unknown placeholder',
      [http({ url: 'https://a.example/{b}', parameters: { properties: { a: {} } } })],
      {
        'tools/0/url': 'contains {b}, which is not one of the parameters',
      },
    ],
    ['a timeout of 0', [http({ timeout_ms: 0 })], { 'tools/0/timeout_ms': 'must be >= 1' }],
    [
      'an MCP server with an unsupported scheme',
      [{ type: 'mcp', url: 'stdio:sh' }],
      { 'tools/0/url': 'must be an http or https URL' },
    ],
    [
      'a parameter schema that is not of type object',
      [fn({ type: 'string' })],
      { 'tools/0/function/parameters/type': 'must be "object"' },
    ],
    [
      'an invalid parameter schema',
      [fn({ properties: { a: { type: 1 } } })],
      {
        'tools/0/function/parameters/properties/a/type':
          'must be one of array, boolean, integer, null, number, object, string',
      },
    ],
    [
      'an invalid pattern',
      [fn({ properties: { a: { pattern: '(' } } })],
      {
        'tools/0/function/parameters/properties/a/pattern':
          'is not a valid RE2 regular expression: error parsing regexp: missing closing ): `(`',
      },
    ],
    [
      'an invalid pattern in patternProperties',
      [fn({ patternProperties: { '[': {} } })],
      {
        'tools/0/function/parameters/patternProperties/[':
          'is not a valid RE2 regular expression: error parsing regexp: missing closing ]: `[`',
      },
    ],
    [
      'a remote reference',
      [fn({ properties: { a: { $ref: 'http://127.0.0.1/' } } })],
      {
        'tools/0/function/parameters/properties/a/$ref':
          'must point to a location within the schema, for example #/$defs/name',
      },
    ],
    [
      'a dangling reference',
      [fn({ $ref: '#/$defs/x' })],
      {
        'tools/0/function/parameters/$ref':
          'must point to a location within the schema, for example #/$defs/name',
      },
    ],
    [
      'an asynchronous schema',
      [fn({ $async: true })],
      { 'tools/0/function/parameters/$async': 'is not supported' },
    ],
    [
      'a schema that is nested too deeply',
      [fn(nested(20))],
      { 'tools/0/function/parameters': 'must be at most 32 levels deep' },
    ],
    [
      'a schema that is too large',
      [fn({ description: 'x'.repeat(70_000) })],
      {
        'tools/0/function/parameters': 'must be at most 65536 bytes of JSON',
      },
    ],
  ])('%s is reported', (_, tools, problems) => {
    expect(checkTools(tools)).toEqual(problems)
  })

  it('the paths of the problems start with the path of the caller', () => {
    expect(checkTools([1], 'config/tools')).toHaveProperty(['config/tools/0'])
  })
})
