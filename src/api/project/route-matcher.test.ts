import { describe, expect, it } from 'vitest'
import { makeRouteMatcher } from './route-matcher.js'

const matchesRoute = (path: string, url: string, method = 'GET', route = 'GET') =>
  makeRouteMatcher([{ method: route, path }])(method, url)

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
    expect(matchesRoute(path, url)).toBe(true)
  })

  it.each([
    ['/hello', '/hello/'],
    ['/hello', '/helloo'],
    ['/hello/:name', '/hello'],
    ['/hello/:name', '/hello/a/b'],
    ['/threads/*', '/runs'],
  ])('%s: it has not, to %s', (path, url) => {
    expect(matchesRoute(path, url)).toBe(false)
  })

  it('is by method too, and everything where it does not say', () => {
    expect(matchesRoute('/hello', '/hello', 'POST')).toBe(false)
    expect(matchesRoute('/hello', '/hello', 'HEAD')).toBe(true)
    expect(matchesRoute('/hello', '/hello', 'POST', 'ALL')).toBe(true)
    expect(makeRouteMatcher(null)('PUT', '/anywhere')).toBe(true)
    expect(makeRouteMatcher([])('GET', '/a%20b')).toBe(false)
  })
})
