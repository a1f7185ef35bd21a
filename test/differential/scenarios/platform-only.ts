/** Endpoints that the peer does not serve, checked against the platform's OpenAPI, plus the store and commands, which it serves. */
import WebSocket from 'ws'
import { waitUntilSleeping, attempt, waitUntilIdle, type Scenario } from '../scenario.js'
import { CRON, CRON_LIST, COUNT, PRUNED, THREAD } from '../platform-shapes.js'

export const platformOnly: Scenario[] = [
  {
    name: 'threads are pruned',
    shapes: { 'POST /threads/prune': PRUNED },
    run: async ({ client, quiet }) => {
      const ids: string[] = []
      for (const at of [1, 2]) {
        const { thread_id } = await quiet.threads.create({ metadata: { at } })
        await quiet.runs.wait(thread_id, 'counting', { input: { numbers: [at] } })
        ids.push(thread_id)
      }
      await client.threads.prune([ids[0]!], { strategy: 'keep_latest' })
      await client.threads.prune([ids[1]!])
    },
  },
  {
    name: 'a thread has a TTL',
    shapes: { 'POST /threads': THREAD, 'PATCH /threads/{thread_id}': THREAD },
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create({ ttl: { ttl: 60, strategy: 'delete' } })
      await client.threads.update(thread_id, { ttl: 120 })
    },
  },
  {
    name: 'a thread is streamed across its runs',
    shapes: {},
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      await quiet.runs.wait(thread_id, 'counting', { input: { numbers: [1] } })
      const stream = client.threads.joinStream(thread_id, { lastEventId: '-', streamMode: 'run_modes' })
      for await (const { event } of stream) if (event === 'values') break
    },
  },
  {
    name: 'the metadata of a state is updated',
    shapes: {},
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      await quiet.runs.wait(thread_id, 'counting', { input: { numbers: [1] } })
      await client.threads.patchState(thread_id, { seen: true })
    },
  },
  {
    name: 'several runs are cancelled at once',
    shapes: {},
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      const { run_id } = await quiet.runs.create(thread_id, 'counting', { input: { what: 'sleep' } })
      await waitUntilSleeping(quiet, thread_id)
      await client.runs.cancelMany({ threadId: thread_id, runIds: [run_id] })
      await waitUntilIdle(quiet, thread_id)
    },
  },
  {
    name: 'a cron creates stateless runs',
    shapes: {
      'POST /runs/crons': CRON,
      'PATCH /runs/crons/{cron_id}': CRON,
      'POST /runs/crons/search': CRON_LIST,
      'POST /runs/crons/count': COUNT,
    },
    run: async ({ client, mark }) => {
      const schedule = '0 3 1 1 *'
      const metadata = { mark }
      const cron = await client.crons.create('counting', {
        schedule,
        timezone: 'Europe/Vienna',
        input: { numbers: [1] },
        metadata,
      })
      const { cron_id } = cron as unknown as { cron_id: string }
      await client.crons.update(cron_id, { schedule: '0 4 1 1 *', enabled: false })
      await client.crons.search({ metadata, sortBy: 'created_at' })
      await client.crons.count({ metadata })
      await client.crons.delete(cron_id)
    },
  },
  {
    name: 'a cron creates runs in a thread',
    shapes: { 'POST /threads/{thread_id}/runs/crons': CRON },
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      const cron = await client.crons.createForThread(thread_id, 'counting', {
        schedule: '0 3 1 1 *',
        input: { numbers: [1] },
      })
      await client.crons.delete((cron as unknown as { cron_id: string }).cron_id)
    },
  },
  {
    name: 'store items are written, searched, listed and deleted',
    run: async ({ client, mark }) => {
      const namespace = ['kept', mark]
      await client.store.putItem(namespace, 'tea', { kind: 'green', cups: 2 })
      await client.store.putItem(namespace, 'coffee', { kind: 'black', cups: 3 })
      await client.store.putItem([...namespace, 'deep'], 'water', { kind: 'still' })
      await client.store.getItem(namespace, 'tea')
      await client.store.searchItems(namespace)
      await client.store.searchItems(namespace, { filter: { kind: 'black' } })
      await client.store.searchItems(namespace, { limit: 1, offset: 1 })
      await client.store.listNamespaces({ prefix: namespace })
      await client.store.listNamespaces({ prefix: namespace, maxDepth: 2 })
      await client.store.deleteItem(namespace, 'tea')
      await attempt(client.store.getItem(namespace, 'tea'))
    },
  },
  {
    name: 'a run is started and its state is read by commands',
    run: async ({ send, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      await send('POST', `/threads/${thread_id}/commands`, {
        id: 1,
        method: 'run.start',
        params: { assistant_id: 'counting', input: { numbers: [1, 2] } },
      })
      await waitUntilIdle(quiet, thread_id)
      await send('POST', `/threads/${thread_id}/commands`, {
        id: 2,
        method: 'state.get',
        params: { namespace: [] },
      })
      await send('POST', `/threads/${thread_id}/commands`, { id: 3, method: 'no.such.thing', params: {} })
      await send('POST', `/threads/${thread_id}/commands`, { method: 'run.start' })
      await send('POST', `/threads/${thread_id}/stream/events`, { channels: 'values' })
    },
  },
  {
    name: 'a run is streamed by the agent protocol over SSE and a WebSocket',
    shapes: {},
    run: async ({ client, record, fetch }) => {
      const input = { numbers: [1, 2] }
      const overSse = client.threads.stream({ assistantId: 'counting', transport: 'sse', fetch })
      const values = await overSse.subscribe(['values'])
      await overSse.run.start({ input })
      for await (const _ of values) break
      await overSse.output
      await overSse.close()
      const webSocketFactory = (at: string) => {
        const socket = new WebSocket(at)
        socket.once('open', () => {
          record('GET /threads/{thread_id}/stream/events', 101)
        })
        return socket as unknown as globalThis.WebSocket
      }
      const options = { assistantId: 'counting', transport: 'websocket', webSocketFactory } as const
      const overSocket = client.threads.stream(options)
      await overSocket.run.start({ input })
      await overSocket.output
      await overSocket.close()
    },
  },
  {
    name: 'assistants are MCP tools and A2A agents',
    shapes: {
      'POST /mcp/': { type: 'object', required: ['jsonrpc', 'id', 'result'] },
      'POST /a2a/{assistant_id}': { type: 'object', required: ['jsonrpc', 'id', 'result'] },
    },
    run: async ({ send }) => {
      const accept = { accept: 'application/json, text/event-stream' }
      await send('POST', '/mcp/', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }, accept)
      await send('GET', '/mcp/', undefined, accept)
      await send('DELETE', '/mcp/')
      const parts = [{ kind: 'text', text: 'Hello' }]
      const message = { kind: 'message', messageId: 'm1', role: 'user', parts }
      await send('POST', '/a2a/agent', { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } })
    },
  },
  {
    name: 'the server exports metrics',
    shapes: { 'GET /metrics': { type: 'string' } },
    run: async ({ send }) => {
      await send('GET', '/metrics')
    },
  },
]
