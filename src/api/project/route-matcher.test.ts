import { describe, expect, it } from 'vitest'
import { makeRouteMatch } from './route-matcher.js'

const matches = (path: string, url: string, method = 'GET', route = 'GET') =>
  makeRouteMatch([{ method: route, path }])(method, url)

describe('whether an app may have something to say', () => {
  it.each([
    ['/hello', '/hello?name=a'],
    ['/hello/:name', '/hello/ada'],
    ['*', '/anything/at/all'],
    ['/*', '/'],
    ['/threads/*', '/threads/1/runs'],
    ['/threads/*', '/threads'],
    ['/files/:name{.+}', '/files/a/b/c'],
    ['/posts/:id?', '/posts'],
    ['/hello', '/h%65llo'],
    ['/hello', '//hello'],
    ['/hello', 'http://localhost/hello'],
  ])('%s: it may, to %s', (path, url) => {
    expect(matches(path, url)).toBe(true)
  })

  it.each([
    ['/hello', '/hello/'],
    ['/hello', '/helloo'],
    ['/hello/:name', '/hello'],
    ['/hello/:name', '/hello/a/b'],
    ['/threads/*', '/runs'],
  ])('%s: it has not, to %s', (path, url) => {
    expect(matches(path, url)).toBe(false)
  })

  it('is by method too, and everything where it does not say', () => {
    expect(matches('/hello', '/hello', 'POST')).toBe(false)
    expect(matches('/hello', '/hello', 'HEAD')).toBe(true)
    expect(matches('/hello', '/hello', 'POST', 'ALL')).toBe(true)
    expect(makeRouteMatch(null)('PUT', '/anywhere')).toBe(true)
    expect(makeRouteMatch([])('GET', '/a%20b')).toBe(false)
  })
})
