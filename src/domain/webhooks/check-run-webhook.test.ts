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

describe('the webhook URL of a run', () => {
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
  ])('%s is accepted with the rules %j', (url, rules) => {
    expect(getProblem(url, rules)).toBeUndefined()
  })

  it.each<[string, WebhookRules, string]>([
    ['hook', {}, 'is not a URL'],
    ['http://127.0.0.1/hook', {}, 'private'],
    ['//example.com/hook', {}, 'is not a valid path'],
    ['/\\example.com/hook', {}, 'is not a valid path'],
    ['/ho\nok', {}, 'is not a valid path'],
    ['/hook', { disable_loopback: true }, 'must not be a path'],
    ['/hook', { max_url_length: 4 }, 'must not be longer than 4 characters'],
    ['http://example.com/hook', { require_https: true }, 'must use https'],
    ['https://example.org/', { allowed_domains: ['example.com'] }, 'uses the host example.org'],
    ['https://example.com/', { allowed_domains: ['*.example.com'] }, 'uses the host example.com'],
    ['https://badexample.com/', { allowed_domains: ['*.example.com'] }, 'uses the host badexample.com'],
    ['https://example.com/', { allowed_ports: [8443] }, 'uses the port 443'],
    ['https://example.com:8080/', { allowed_ports: [443] }, 'uses the port 8080'],
  ])('%j is rejected with the rules %j', (url, rules, problem) => {
    expect(getProblem(url, rules)).toContain(problem)
  })

  it('a path is rejected if the project has no http.app', () => {
    expect(getProblem('/hook', {}, false)).toMatch(/has no http.app/)
  })
})
