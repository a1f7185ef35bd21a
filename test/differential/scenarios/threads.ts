import { attempt, type Scenario } from '../scenario.js'

export const threads: Scenario[] = [
  {
    name: 'a thread is created, read, updated and deleted',
    run: async ({ client, mark }) => {
      const { thread_id } = await client.threads.create({ metadata: { mark, a: { b: 1 } } })
      await client.threads.get(thread_id)
      await client.threads.update(thread_id, { metadata: { more: [1, 2] } })
      await client.threads.getState(thread_id)
      await client.threads.getHistory(thread_id)
      await client.threads.delete(thread_id)
      await attempt(client.threads.get(thread_id))
    },
  },
  {
    name: 'a thread with a client-chosen ID is created once',
    run: async ({ client }) => {
      const threadId = crypto.randomUUID()
      await client.threads.create({ threadId, metadata: { first: true } })
      await client.threads.create({ threadId, ifExists: 'do_nothing', metadata: { second: true } })
      await attempt(client.threads.create({ threadId, ifExists: 'raise' }))
    },
  },
  {
    name: 'a thread with a graph is updated without a response body',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create({ graphId: 'counting' })
      await client.threads.update(thread_id, { metadata: { quiet: true }, returnMinimal: true })
      await client.threads.get(thread_id)
    },
  },
  {
    name: 'a thread shows the state of its runs',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create()
      await client.runs.wait(thread_id, 'counting', { input: { numbers: [1, 2] } })
      await client.threads.get(thread_id)
      await client.runs.wait(thread_id, 'counting', { input: { what: 'square', numbers: [3] } })
      await client.threads.get(thread_id)
    },
  },
  {
    name: 'runs inherit the configurable values of earlier runs of their thread',
    run: async ({ client, quiet }) => {
      const { assistant_id } = await quiet.assistants.create({
        graphId: 'counting',
        config: { configurable: { base: 'assistant', level: 'assistant' } },
      })
      const { thread_id } = await client.threads.create()
      const input = { numbers: [1] }
      await client.runs.wait(thread_id, assistant_id, {
        input,
        config: { configurable: { level: 'run', nested: { a: 1 } }, tags: ['one'], recursion_limit: 11 },
      })
      await client.threads.get(thread_id)
      await client.runs.wait(thread_id, assistant_id, { input, context: { topic: 'tea' } })
      await client.threads.getState(thread_id)
      const config = { configurable: { nested: { b: 2 } }, recursion_limit: 12 }
      const { run_id } = await client.runs.create(thread_id, 'counting', { input, config })
      await quiet.runs.join(thread_id, run_id)
      await client.runs.get(thread_id, run_id)
      await client.threads.getState(thread_id)
      await client.threads.get(thread_id)
      await client.threads.copy(thread_id)
    },
  },
  {
    name: 'threads are searched, counted and paged',
    run: async ({ client, quiet, mark }) => {
      const ids: string[] = []
      for (const at of [1, 2, 3]) {
        const { thread_id } = await quiet.threads.create({ metadata: { mark, at, of: { kind: 'x', at } } })
        ids.push(thread_id)
      }
      await quiet.runs.wait(ids[0]!, 'counting', { input: { numbers: [5] } })
      await quiet.runs.wait(ids[1]!, 'asking', { input: { item: 'hat' } })
      const metadata = { mark }
      const sorted = { sortBy: 'created_at', sortOrder: 'asc' } as const
      await client.threads.search({ metadata, ...sorted })
      await client.threads.search({ metadata, sortBy: 'created_at' })
      await client.threads.search({ metadata, ...sorted, limit: 2 })
      await client.threads.search({ metadata, ...sorted, limit: 2, offset: 2 })
      await client.threads.search({ metadata, status: 'interrupted' })
      await client.threads.search({ metadata, status: 'idle', ...sorted, select: ['thread_id', 'status'] })
      await client.threads.search({ ids: [ids[2]!], metadata })
      await client.threads.search({ metadata: { mark, of: { kind: 'x', at: 2 } }, select: ['metadata'] })
      await client.threads.search({ metadata: { mark, at: 1 }, values: { total: 5 }, select: ['values'] })
      await client.threads.search({ metadata: { mark, at: 1 }, values: { total: 6 } })
      await client.threads.search({ metadata, values: { total: 5 }, ...sorted, select: ['thread_id'] })
      await client.threads.count({ metadata })
      await client.threads.count({ metadata, status: 'interrupted' })
    },
  },
  {
    name: 'a thread is copied with its history',
    run: async ({ client, quiet, mark }) => {
      const { thread_id } = await quiet.threads.create({ metadata: { mark } })
      await quiet.runs.wait(thread_id, 'counting', { input: { numbers: [1] } })
      const copy = await client.threads.copy(thread_id)
      await client.threads.getState(copy.thread_id)
      await client.threads.getHistory(copy.thread_id)
      await client.runs.wait(copy.thread_id, 'counting', { input: { numbers: [2] } })
      await client.threads.getState(thread_id)
    },
  },
  {
    name: 'a thread is created with supersteps',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create({
        graphId: 'counting',
        supersteps: [
          { updates: [{ values: { numbers: [1, 2] }, asNode: '__input__' }] },
          { updates: [{ values: { total: 3, log: ['added'] }, asNode: 'add' }] },
        ],
      })
      await client.threads.getState(thread_id)
      await client.threads.getHistory(thread_id)
    },
  },
]
