import { describe, expect, it } from 'vitest'
import { makeRouteMatcher } from './route-matcher.js'

const matchesRoute = (path: string, url: string, method = 'GET', route = 'GET') =>
  makeRouteMatcher([{ method: route, path }])(method, url)

describe('the route matcher', () => {
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
  ])('the pattern %s matches %s', (path, url) => {
    expect(matchesRoute(path, url)).toBe(true)
  })

  it.each([
    ['/hello', '/hello/'],
    ['/hello', '/helloo'],
    ['/hello/:name', '/hello'],
    ['/hello/:name', '/hello/a/b'],
    ['/threads/*', '/runs'],
  ])('the pattern %s does not match %s', (path, url) => {
    expect(matchesRoute(path, url)).toBe(false)
  })

  it('the matcher compares methods, and matches everything if the app does not list its routes', () => {
    expect(matchesRoute('/hello', '/hello', 'POST')).toBe(false)
    expect(matchesRoute('/hello', '/hello', 'HEAD')).toBe(true)
    expect(matchesRoute('/hello', '/hello', 'POST', 'ALL')).toBe(true)
    expect(makeRouteMatcher(null)('PUT', '/anywhere')).toBe(true)
    expect(makeRouteMatcher([])('GET', '/a%20b')).toBe(false)
  })
})
