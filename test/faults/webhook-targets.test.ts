/**
 * Webhooks with forbidden targets: the local machine, private networks and cloud metadata. A canary server on every address of the
 * machine counts the connections that arrive.
 */
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import type { Delivery } from '../../src/schema/webhook.js'
import { pollOptions, startTcpServer, startHttpServer } from '../support/recording-servers.js'
import { callServer } from '../support/call-server.js'
import { overrideDns } from '../support/preload.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'

const KEY = 'an-admin-key-for-tests'
const REFUSED_TEXT = 'which is not allowed on this server'
const INPUT = { message: 'Who are you?' }
const addresses = Object.values(networkInterfaces()).flatMap((known) => known ?? [])
const hasIpv6 = addresses.some(({ address }) => address === '::1')
/** The private addresses of this machine, at which the canary can be reached. */
const ownAddresses = addresses.flatMap(({ family, address, internal }) =>
  internal || family !== 'IPv4' || !/^(10|172\.(1[6-9]|2\d|3[01])|192\.168)\./.test(address) ? [] : [address],
)

const HOSTS = [
  '127.0.0.1',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '0',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  '[::]',
  '169.254.169.254',
  '2852039166',
  '[::ffff:169.254.169.254]',
  '100.64.0.1',
  '100.100.100.200',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '[fd00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[fe80::1%lo]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.0.1',
  '192.0.0.192',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'inside.localhost',
  ...ownAddresses,
]
/** PORT is replaced by the port of the canary. */
const INVALID_URLS = [
  'http://user:secret@inside.test:PORT/',
  'http://user@inside.test:PORT/',
  'http://:secret@inside.test:PORT/',
  'file:///etc/passwd',
  'gopher://inside.test:PORT/_POST',
  'data:text/plain,hello',
  'http://inside.test:PORT/\r\nX-Injected: 1',
  'http://inside.test:PORT/ HTTP/1.1\r\n\r\nGET /',
  'http://in\r\nside.test:PORT/',
  'ht\ntp://inside.test:PORT/',
  '\thttp://inside.test:PORT/',
  'http:// inside.test:PORT/',
  '//inside.test:PORT/',
  'inside.test:PORT',
  'http://',
]
/** Host names whose addresses are forbidden. Only DNS resolution reveals it. */
const DNS_NAMES: Record<string, readonly string[]> = {
  'inside.test': ['127.0.0.1'],
  ...(hasIpv6 && { 'inside6.test': ['::1'] }),
  'mapped.test': ['::ffff:127.0.0.1'],
  'everywhere.test': ['0.0.0.0'],
  'network.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'nat64.test': ['64:ff9b::7f00:1'],
}
/** DNS rebinding: the check sees the first address, the connection uses the second. */
const REBINDING = { 'rebinding.test': ['8.8.8.8', '127.0.0.1'] }

const figures = { test: 'webhook-targets', refused: 0, blocked: 0, redirects: 0 }
let canary: Awaited<ReturnType<typeof startTcpServer>>
let heddle: Heddle

beforeAll(async () => {
  canary = await startTcpServer(hasIpv6 ? '::' : '0.0.0.0')
})
afterAll(async () => {
  const { connections, bytes } = canary.stats()
  console.log(JSON.stringify({ ...figures, canary_hits: connections, canary_bytes: bytes }))
  await canary.stop()
})

const api = (method: string, path: string, body?: unknown) =>
  callServer(heddle, method, `/api/v1${path}`, { key: KEY, ...(body !== undefined && { body }) })

const register = async (url: string): Promise<string> => {
  const { status, body } = await api('POST', '/webhooks', { url, events: ['run.completed'] })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.webhook_id as string
}

const sendTest = async (url: string): Promise<string> => {
  const webhookId = await register(url)
  expect((await api('POST', `/webhooks/${webhookId}/test`)).status).toBe(201)
  return webhookId
}

/** Waits for the first attempt of any delivery to the webhook. */
const firstAttempt = async (webhookId: string) => {
  const path = `/webhooks/${webhookId}/deliveries`
  const attempted = async (): Promise<string | undefined> =>
    (await api('GET', path)).body.data.find(({ last_error }: Delivery) => last_error !== null)?.delivery_id
  await expect.poll(attempted, pollOptions).toBeDefined()
  return (await api('GET', `${path}/${await attempted()}`)).body.attempt_log[0]
}

describe('a service that does not allow private addresses', () => {
  let harmless: string
  let threadId: string
  const assistant_id = builtInAssistantId('agent')

  beforeAll(async () => {
    heddle = await startHeddle({
      env: {
        AUTH_ENABLED: 'true',
        API_KEYS: KEY,
        RATE_LIMIT_BURST: '100000',
        ...overrideDns({ ...DNS_NAMES, ...REBINDING }),
      },
    })
    const disabled = { url: 'https://example.com/', events: ['*'], enabled: false }
    harmless = (await api('POST', '/webhooks', disabled)).body.webhook_id
    threadId = (await api('POST', '/threads', {})).body.thread_id
  })
  afterAll(async () => {
    await heddle.stop()
  })

  it.each([...HOSTS.map((host) => `http://${host}:PORT/`), ...INVALID_URLS])(
    '%j is rejected as the URL of a webhook and of a run, and not stored',
    async (template) => {
      const url = template.replace('PORT', String(canary.port))
      for (const [method, path, field, fields] of [
        ['POST', '/webhooks', 'url', { events: ['*'] }],
        ['PATCH', `/webhooks/${harmless}`, 'url', { enabled: true }],
        ['POST', '/runs', 'webhook', { assistant_id, input: INPUT }],
        ['POST', `/threads/${threadId}/runs`, 'webhook', { input: INPUT }],
      ] as const) {
        const { status, body } = await api(method, path, { ...fields, [field]: url })
        expect({ status, ...body }).toMatchObject({ status: 400, error: 'validation_error' })
        expect(body.details).toHaveProperty(field)
        expect(JSON.stringify(body)).not.toContain('secret')
        figures.refused++
      }
      const storedWebhooks = (await api('GET', '/webhooks')).body.data
      expect(storedWebhooks).toMatchObject([
        { webhook_id: harmless, url: 'https://example.com/', enabled: false },
      ])
      expect((await api('GET', '/webhooks?kind=run')).body.data).toEqual([])
      expect((await api('GET', '/runs')).body.data).toEqual([])
      expect(canary.stats()).toEqual({ connections: 0, bytes: 0 })
    },
  )

  it.each(Object.keys(DNS_NAMES))('attempts to %s are blocked and recorded', async (name) => {
    const blocked = expect.stringMatching(`^blocked: ${name} is a .* address`) as string
    for (const scheme of ['http', 'https']) {
      const url = `${scheme}://${name}:${canary.port}`
      const registered = await sendTest(`${url}/`)
      const { status } = await api('POST', '/runs', { assistant_id, input: INPUT, webhook: `${url}/run` })
      expect(status).toBe(201)
      const findRunWebhookId = async () =>
        (await api('GET', '/webhooks?kind=run&limit=100')).body.data.find(
          (webhook: { url: string }) => webhook.url === url,
        )?.webhook_id as string | undefined
      await expect.poll(findRunWebhookId, pollOptions).toBeDefined()
      for (const webhookId of [registered, (await findRunWebhookId()) ?? '']) {
        expect(await firstAttempt(webhookId)).toMatchObject({ attempt: 1, status_code: null, error: blocked })
        figures.blocked++
      }
    }
    expect(canary.stats()).toEqual({ connections: 0, bytes: 0 })
  })

  it.each(['http', 'https'])(
    'no byte is sent to a name whose address changes after the check, over %s',
    async (scheme) => {
      const inside = await startTcpServer()
      const url = `${scheme}://rebinding.test:${inside.port}/`
      const { error } = await firstAttempt(await sendTest(url))
      expect(error).toBe(`blocked: rebinding.test is a private or loopback address, ${REFUSED_TEXT}`)
      figures.blocked++
      expect(inside.stats()).toEqual({ connections: expect.toSatisfy((count) => count > 0), bytes: 0 })
      await inside.stop()
    },
  )
})

describe('a service that allows private addresses', () => {
  let receiver: Awaited<ReturnType<typeof startHttpServer>>

  beforeAll(async () => {
    receiver = await startHttpServer(({ url }, response) => {
      const [status, location] = url.slice(1).split('?to=')
      response.writeHead(Number(status), { location: decodeURIComponent(location ?? '') }).end()
    })
    heddle = await startHeddle({ env: overrideDns(DNS_NAMES) })
  })
  afterAll(async () => {
    await heddle.stop()
    await receiver.stop()
  })

  it.each([301, 302, 303, 307, 308])(
    'a %i redirect is not followed, whatever its location',
    async (status) => {
      const locations = [`http://127.0.0.1:${canary.port}/`, 'http://169.254.169.254/', 'file:///etc/passwd']
      for (const to of locations) {
        const webhookId = await sendTest(`${receiver.url}/${status}?to=${encodeURIComponent(to)}`)
        expect(await firstAttempt(webhookId)).toMatchObject({
          status_code: status,
          error: `HTTP ${status}: redirects are not followed`,
        })
        figures.redirects++
      }
      expect(canary.stats()).toEqual({ connections: 0, bytes: 0 })
    },
  )

  it('link-local and metadata addresses are rejected even if private addresses are allowed', async () => {
    const forbiddenHosts = [
      '169.254.169.254',
      '[fe80::1]',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '[64:ff9b::7f00:1]',
    ]
    for (const host of forbiddenHosts) {
      const request = { url: `http://${host}/`, events: ['*'] }
      expect((await api('POST', '/webhooks', request)).status).toBe(400)
      figures.refused++
    }
    const { error } = await firstAttempt(await sendTest('http://metadata.test/latest/meta-data'))
    expect(error).toBe('blocked: metadata.test is a link-local or metadata address')
    figures.blocked++
  })
})
