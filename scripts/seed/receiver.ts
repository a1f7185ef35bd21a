/** A server that receives webhooks while the seed runs. `/crm` rejects some of the events. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.js'

export interface Receiver {
  url: string
  stop(): Promise<void>
}

const WAIT_MS = 200
const MAX_WAITS = 15

/** Of each five events of `/crm`, the second is rejected each time that it is delivered. */
const REJECTED_INDEX = 1
const REJECTION_CYCLE = 5

const makeRejection = (): ((path: string | undefined, id: string) => boolean) => {
  const indexes = new Map<string, number>()
  return (path, id) => {
    if (path !== '/crm') return false
    const index = indexes.get(id) ?? indexes.size
    indexes.set(id, index)
    return index % REJECTION_CYCLE === REJECTED_INDEX
  }
}

export const startReceiver = async (): Promise<Receiver> => {
  const isRejected = makeRejection()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isRejected(request.url, String(request.headers['webhook-id'])))
        response.writeHead(503).end('{"error":"maintenance"}')
      else response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

const WEBHOOKS = [
  {
    path: '/shop',
    url: 'https://shop.acme.example/hooks/heddle',
    events: ['run.completed', 'run.failed', 'run.requires_action'],
    description: 'Shop',
  },
  {
    path: '/crm',
    url: 'https://crm.acme.example/events',
    events: ['run.completed', 'guardrail.triggered'],
    description: 'CRM',
  },
]

/** Returns a function that replaces the URLs of the receiver, which ends with the seed. */
export const createWebhooks = async (client: Client, receiver: Receiver) => {
  const created: { id: string; url: string }[] = []
  for (const { path, url, events, description } of WEBHOOKS) {
    const { webhook_id } = await client.post('/webhooks', { url: receiver.url + path, events, description })
    created.push({ id: webhook_id, url })
  }
  return async (currentClient: Client): Promise<void> => {
    // A webhook that failed several times pauses, so some deliveries may stay pending.
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const { data } = await currentClient.get('/deliveries?status=pending&limit=1')
      if (data.length === 0) break
      await sleep(WAIT_MS)
    }
    for (const { id, url } of created) await currentClient.patch(`/webhooks/${id}`, { url })
  }
}
