import { describe, expect, it } from 'vitest'
import type { HttpTool } from '../../schema/tool.js'
import { buildRequest } from './http-request.js'

const build = (tool: Partial<HttpTool>, args: Record<string, unknown>) =>
  buildRequest({ type: 'http', name: 'a', url: 'https://a.example/', ...tool }, args, {})

describe('requests from arguments', () => {
  it('an argument is encoded for its position', () => {
    const text = `a/b?c#d&e=f "ü" %2e`
    const tool: Partial<HttpTool> = {
      method: 'POST',
      url: 'https://a.example/v1/{x}/end?fixed=1&q={x}',
      query: { more: 'is {x}' },
      headers: { 'X-Own': 'is {y}' },
      body: { exact: '{n}', within: 'n={n} x={x}', list: ['{x}', 'b'] },
    }
    const request = build(tool, { x: text, y: 'plain', n: 5 })
    const url = new URL(request.url)
    expect(url.pathname).toBe(`/v1/${encodeURIComponent(text)}/end`)
    expect([...url.searchParams]).toEqual([
      ['fixed', '1'],
      ['q', text],
      ['more', `is ${text}`],
    ])
    expect(url.hash).toBe('')
    expect(request.headers).toEqual({ 'x-own': 'is plain', 'content-type': 'application/json' })
    expect(JSON.parse(request.body ?? '')).toEqual({ exact: 5, within: `n=5 x=${text}`, list: [text, 'b'] })
  })

  it.each(['..', '.', ''])('"%s" cannot replace a path segment', (x) => {
    expect(() => build({ url: 'https://a.example/users/{x}/posts' }, { x })).toThrow(/x must not be/)
  })

  it('two arguments, or an argument next to a literal dot, cannot form ".." either', () => {
    expect(() => build({ url: 'https://a.example/users/{x}{y}' }, { x: '.', y: '.' })).toThrow(
      /x, y must not be/,
    )
    expect(() => build({ url: 'https://a.example/users/.{x}' }, { x: '.' })).toThrow(/x must not be/)
    expect(() => build({ url: 'https://a.example/users/%2E{x}' }, { x: '.' })).toThrow(/x must not be/)
  })

  it.each([
    '../admin',
    '..\\admin',
    '%2e%2e',
    '%2e%2e%2fadmin',
    '..%2fadmin',
    '/etc',
    '//evil.example',
    '?a=b',
    '#x',
    'a\r\nb',
    '\0',
    '\ud800',
  ])('%j stays within its path segment', (x) => {
    const url = new URL(build({ url: 'https://a.example/users/{x}/posts' }, { x }).url)
    expect(url.host).toBe('a.example')
    expect(url.pathname).toMatch(/^\/users\/[^/]+\/posts$/)
    expect(decodeURIComponent(url.pathname.slice(7, -6))).toBe(x.toWellFormed())
    expect(url.search + url.hash).toBe('')
  })

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'λ'])('%j cannot be sent in a header', (x) => {
    expect(() => build({ headers: { 'x-own': '{x}' } }, { x })).toThrow(
      'x must be one line of Latin-1 text, because it is sent in a header',
    )
  })

  it('arguments without a placeholder are sent in the query of GET and DELETE and in the body of other methods', () => {
    const args = { id: 7, tags: ['a', 'b'], none: null, deep: { a: 1 } }
    const url = 'https://a.example/{id}'
    for (const method of ['GET', 'DELETE'] as const) {
      const request = build({ method, url }, args)
      expect(request.url).toBe('https://a.example/7?tags=a&tags=b&deep=%7B%22a%22%3A1%7D')
      expect(request).not.toHaveProperty('body')
    }
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const request = build({ method, url }, args)
      expect(request.url).toBe('https://a.example/7')
      expect(JSON.parse(request.body ?? '')).toEqual({ tags: ['a', 'b'], none: null, deep: { a: 1 } })
    }
  })

  it('arguments without a placeholder cannot replace values of the definition', () => {
    const query = build(
      { url: 'https://a.example/?role=a', query: { team: 'b', gone: '{x}' } },
      { role: 'z', team: 'z', gone: 'z', page: 1 },
    )
    expect(query.url).toBe('https://a.example/?role=a&team=b&page=1')
    const body = build(
      { method: 'POST', body: { role: 'a', gone: '{x}' } },
      { role: 'z', gone: 'z', page: 1 },
    )
    expect(JSON.parse(body.body ?? '')).toEqual({ role: 'a', page: 1 })
  })

  it('values with a missing argument are omitted, but the path requires its arguments', () => {
    const tool: Partial<HttpTool> = {
      method: 'POST',
      url: 'https://a.example/x?a={a}&b={b}',
      query: { c: '{a}', d: '{b}' },
      headers: { 'x-a': '{a}', 'x-b': '{b}' },
      body: { a: '{a}', b: '{b}', list: ['{a}', '{b}'], text: 'a is {a}' },
    }
    const request = build(tool, { b: 'B' })
    expect(request.url).toBe('https://a.example/x?b=B&d=B')
    expect(request.headers).toEqual({ 'x-b': 'B', 'content-type': 'application/json' })
    expect(JSON.parse(request.body ?? '')).toEqual({ b: 'B', list: ['B'] })
    expect(() => build({ url: 'https://a.example/{toString}' }, {})).toThrow(
      'toString is required for the path of the request',
    )
  })

  it('a form is sent as a form', () => {
    const request = build(
      { method: 'POST', body_format: 'form', body: { to: '{to}' } },
      { to: 'a&b=c', text: 'x y' },
    )
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(request.body).toBe('to=a%26b%3Dc&text=x+y')
  })

  it('names of prototype properties are plain keys', () => {
    const args = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}') as Record<string, unknown>
    const { body = '' } = build({ method: 'POST' }, args)
    expect(body).toBe('{"__proto__":{"polluted":1},"constructor":2}')
    expect({}).not.toHaveProperty('polluted')
  })
})
