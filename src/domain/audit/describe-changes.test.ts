import { expect, it } from 'vitest'
import { describeChanges } from './describe-changes.js'

it('short values are kept, and secrets, long values and free-form objects are not', () => {
  expect(
    describeChanges({
      name: 'ci',
      scopes: ['read', 'write'],
      enabled: false,
      expires_at: null,
      secret: 'whsec_abc',
      value: 'sk-123',
      new_password: 'x',
      config: { api_key: 'sk-123' },
      headers: { authorization: 'x' },
      description: 'x'.repeat(301),
      rules: [{ pattern: 'x' }],
    }),
  ).toEqual({
    name: 'ci',
    scopes: ['read', 'write'],
    enabled: false,
    expires_at: null,
    secret: '[hidden]',
    value: '[hidden]',
    new_password: '[hidden]',
    config: '[changed]',
    headers: '[changed]',
    description: '[changed]',
    rules: '[changed]',
  })
})

it('a request without a body changes nothing by name', () => {
  expect(describeChanges(undefined)).toEqual({})
  expect(describeChanges([1])).toEqual({})
})
