import { describe, expect, it } from 'vitest'
import type { WebhookRules } from '../../project/settings.js'
import { makeRunWebhookCheck } from './check-run-webhook.js'

const getProblem = (url: string, rules: WebhookRules = {}, hasApp = true): string | undefined => {
  try {
    makeRunWebhookCheck(() => ({ allowPrivate: false, rules, hasApp }))(url)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('where the end of a run may be told', () => {
  it.each<[string, WebhookRules]>([
    ['https://example.com/hook', {}],
    ['http://example.com:8080/hook', {}],
    ['/hook', {}],
    ['/hook/a%20b?c=d', {}],
    ['https://example.com/hook', { require_https: true, allowed_ports: [443] }],
    ['http://example.com/hook', { allowed_ports: [80] }],
    ['https://EXAMPLE.com:8443/hook', { allowed_domains: ['Example.com'], allowed_ports: [8443] }],
    ['https://a.b.example.com/', { allowed_domains: ['*.example.com'] }],
    ['/hook', { require_https: true, allowed_domains: [], allowed_ports: [] }],
    ['/hook', { max_url_length: 5 }],
  ])('%s, with %j', (url, rules) => {
    expect(getProblem(url, rules)).toBeUndefined()
  })

  it.each<[string, WebhookRules, string]>([
    ['hook', {}, 'is not a URL'],
    ['http://127.0.0.1/hook', {}, 'private'],
    ['//example.com/hook', {}, 'is not a path'],
    ['/\\example.com/hook', {}, 'is not a path'],
    ['/ho\nok', {}, 'is not a path'],
    ['/hook', { disable_loopback: true }, 'must not be a path here'],
    ['/hook', { max_url_length: 4 }, 'must not be longer than 4 characters'],
    ['http://example.com/hook', { require_https: true }, 'must be https'],
    ['https://example.org/', { allowed_domains: ['example.com'] }, 'must not go to example.org'],
    ['https://example.com/', { allowed_domains: ['*.example.com'] }, 'must not go to example.com'],
    ['https://badexample.com/', { allowed_domains: ['*.example.com'] }, 'must not go to badexample.com'],
    ['https://example.com/', { allowed_ports: [8443] }, 'must not go to port 443'],
    ['https://example.com:8080/', { allowed_ports: [443] }, 'must not go to port 8080'],
  ])('not %j, with %j', (url, rules, problem) => {
    expect(getProblem(url, rules)).toContain(problem)
  })

  it('not a path, where no app could have it for a route', () => {
    expect(getProblem('/hook', {}, false)).toMatch(/has no http.app/)
  })
})
