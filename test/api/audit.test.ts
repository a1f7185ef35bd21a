/** The audit log of administrative changes. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const SECRET = 'a secret of more than thirty-two bytes'

const toHeaders = async (tenant: string, sub = 'maria', scope = 'admin') => {
  const jwt = new SignJWT({ sub, tenant, scope }).setProtectedHeader({ alg: 'HS256' })
  return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}` }
}

describe.each(DATABASE_KINDS)('the audit log on %s', (databaseKind) => {
  let app: TestApp
  let [own, other]: Record<string, string>[] = []
  beforeAll(async () => {
    const env = { AUTH_ENABLED: 'true', JWT_SECRET: SECRET, RATE_LIMIT_BURST: '100000' }
    app = await startApp({ databaseKind, env })
    own = await toHeaders('own')
    other = await toHeaders('other', 'olaf')
  })
  afterAll(() => app.stop())

  const patch = (url: string, body: object) => app.call('PATCH', url, body, { headers: own! })
  const remove = (url: string) => app.call('DELETE', url, undefined, { headers: own! })
  const list = async (query = '', headers = own) => (await app.get(`/api/v1/audit?${query}`, headers)).body
  const actionsOf = async (resource: string) =>
    (await list(`resource=${resource}`)).data.map((entry: { action: string }) => entry.action)

  it('every change of a webhook is recorded with its actor and without its secret', async () => {
    const request = {
      url: 'https://example.com/hook',
      events: ['run.failed'],
      secret: 'a secret of the caller',
    }
    const { webhook_id } = (await app.post('/api/v1/webhooks', request, own)).body
    await patch(`/api/v1/webhooks/${webhook_id}`, { description: 'Shop', enabled: false })
    await app.post(`/api/v1/webhooks/${webhook_id}/rotate_secret`, {}, own)
    await remove(`/api/v1/webhooks/${webhook_id}`)
    expect(await actionsOf(webhook_id)).toEqual([
      'webhook.delete',
      'webhook.rotate_secret',
      'webhook.update',
      'webhook.create',
    ])
    const { data } = await list(`resource=${webhook_id}`)
    expect(data[3]).toMatchObject({
      resource_type: 'webhook',
      resource_id: webhook_id,
      resource_name: 'https://example.com/hook',
      actor_id: 'jwt:maria',
      actor_name: 'maria',
      credential: 'jwt',
      key_id: null,
      changes: { url: 'https://example.com/hook', events: ['run.failed'], secret: '[hidden]' },
    })
    expect(data[2].changes).toEqual({ description: 'Shop', enabled: false })
    expect(data[0].resource_name).toBe('Shop')
    expect(JSON.stringify(data)).not.toContain('a secret of the caller')
    expect((await app.get(`/api/v1/audit/${data[2].entry_id}`, own)).body).toEqual(data[2])
  })

  it('keys, assistants, crons and secrets are recorded', async () => {
    const key = (await app.post('/api/v1/api-keys', { name: 'ci', scopes: ['read'] }, own)).body
    expect(key.created_by).toBe('maria')
    await patch(`/api/v1/api-keys/${key.key_id}`, { name: 'ci 2' })
    await remove(`/api/v1/api-keys/${key.key_id}`)
    expect((await list(`resource=${key.key_id}`)).data[0].resource_name).toBe('ci 2')
    expect(await actionsOf(key.key_id)).toEqual(['api_key.revoke', 'api_key.rename', 'api_key.create'])

    const assistant = (await app.post('/api/v1/assistants', { name: 'desk' }, own)).body
    await patch(`/assistants/${assistant.assistant_id}`, { name: 'desk 2' })
    await remove(`/api/v1/assistants/${assistant.assistant_id}`)
    expect(await actionsOf(assistant.assistant_id)).toEqual([
      'assistant.delete',
      'assistant.update',
      'assistant.create',
    ])

    const cron = (await app.post('/runs/crons', { assistant_id: 'agent', schedule: '0 9 * * *' }, own)).body
    await patch(`/runs/crons/${cron.cron_id}`, { enabled: false })
    await remove(`/runs/crons/${cron.cron_id}`)
    expect(await actionsOf(cron.cron_id)).toEqual(['cron.delete', 'cron.update', 'cron.create'])

    await app.call('PUT', '/api/v1/secrets/TOKEN', { value: 'hidden text' }, { headers: own! })
    await remove('/api/v1/secrets/TOKEN')
    expect(await actionsOf('TOKEN')).toEqual(['secret.delete', 'secret.put'])
    expect(JSON.stringify(await list())).not.toContain('hidden text')
  })

  it('a change that fails is not recorded, and a repeated request is recorded once', async () => {
    const before: number = (await list()).data.length
    expect((await patch(`/api/v1/webhooks/${MISSING_ID}`, { enabled: true })).status).toBe(404)
    expect((await app.post('/api/v1/api-keys', { name: '' }, own)).status).toBe(400)
    expect((await remove(`/api/v1/secrets/NONE`)).status).toBe(404)
    expect((await list()).data).toHaveLength(before)
    const headers = { ...own, 'idempotency-key': 'audit-1' }
    for (let attempt = 0; attempt < 2; attempt++)
      await app.post('/api/v1/api-keys', { name: 'once' }, headers)
    expect((await list()).data).toHaveLength(before + 1)
  })

  it('the list is filtered by actor, action, resource and time, and has pages', async () => {
    const peter = await toHeaders('own', 'peter')
    app.clock.advance(60_000)
    const from = new Date(app.clock.now()).toISOString()
    for (const name of ['a', 'b', 'c']) await app.post('/api/v1/api-keys', { name }, peter)
    const namesOf = async (query: string) =>
      (await list(query)).data.map((entry: { resource_name: string }) => entry.resource_name)
    expect(await namesOf('actor=peter')).toEqual(['c', 'b', 'a'])
    expect(await namesOf('actor=jwt:peter&action=api_key.create&resource=api_key')).toEqual(['c', 'b', 'a'])
    expect(await namesOf('actor=peter&action=api_key.revoke')).toEqual([])
    expect(await namesOf(`from=${from}`)).toEqual(['c', 'b', 'a'])
    expect(await namesOf(`actor=peter&to=${new Date(Date.parse(from) - 1).toISOString()}`)).toEqual([])
    const first = await list('actor=peter&limit=2')
    expect(first.has_more).toBe(true)
    expect(await namesOf(`actor=peter&limit=2&cursor=${first.next_cursor}`)).toEqual(['a'])
    expect((await list(`limit=2&cursor=${first.next_cursor}`)).details).toHaveProperty('cursor')
    for (const [query, field] of [
      ['action=no.such', 'action'],
      ['from=yesterday', 'from'],
      ['who=peter', 'who'],
    ])
      expect((await list(query)).details).toHaveProperty(field!)
  })

  it('another tenant and a key without the scope admin see nothing', async () => {
    expect((await list('', other)).data).toEqual([])
    const [{ entry_id }] = (await list('limit=1')).data
    expect((await app.get(`/api/v1/audit/${entry_id}`, other)).status).toBe(404)
    const writer = await toHeaders('own', 'writer', 'write')
    expect((await app.get('/api/v1/audit', writer)).status).toBe(403)
  })
})
