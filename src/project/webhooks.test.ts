import { describe, expect, it } from 'vitest'
import { parseWebhooks } from './webhooks.js'

const parseHeaders = (headers: Record<string, string>, env_prefix?: string) =>
  parseWebhooks(
    { headers, ...(env_prefix !== undefined && { env_prefix }) },
    { LG_WEBHOOK_KEY: 'k', OWN_KEY: 'o', LG_WEBHOOK_LINES: 'a\nb', SECRET: 's' },
  )

describe('webhook headers of a project', () => {
  it('headers contain the values of environment variables', () => {
    expect(
      parseHeaders({ Authorization: 'Bearer ${{ env.LG_WEBHOOK_KEY }}', 'X-Plain': 'as it is' }),
    ).toMatchObject({
      headers: { authorization: 'Bearer k', 'x-plain': 'as it is' },
    })
    expect(parseHeaders({ 'x-key': '${{env.OWN_KEY}}' }, 'OWN_')).toMatchObject({ headers: { 'x-key': 'o' } })
  })

  it.each([
    ['x-key', '${{ env.SECRET }}', 'names SECRET, which does not start with LG_WEBHOOK_'],
    ['x-key', '${{ env.LG_WEBHOOK_OTHER }}', 'names LG_WEBHOOK_OTHER, which is not set'],
    ['x-key', '${{ env.LG_WEBHOOK_LINES }}', 'contains characters that are not allowed in a header'],
    ['x key', 'a', 'is not a valid header name'],
    ['Host', 'a', 'is reserved and cannot be set'],
    ['Webhook-Id', 'a', 'is reserved and cannot be set'],
  ])('the header %s: %s is rejected', (name, value, problem) => {
    expect(parseHeaders({ [name]: value })).toEqual({ problems: [`webhooks.headers.${name} ${problem}`] })
  })
})
