import { readAll, attempt, waitUntilIdle, type Scenario } from '../scenario.js'

const failing = { input: { what: 'fail' } }

export const runs: Scenario[] = [
  {
    name: 'a run is created, joined, read, listed and deleted',
    run: async ({ client, quiet, mark }) => {
      const { thread_id } = await client.threads.create()
      const { run_id } = await client.runs.create(thread_id, 'counting', {
        input: { numbers: [1, 2] },
        metadata: { mark },
        streamMode: ['values', 'updates'],
      })
      await client.runs.join(thread_id, run_id)
      await waitUntilIdle(quiet, thread_id)
      await client.runs.get(thread_id, run_id)
      await client.runs.list(thread_id)
      await client.runs.join(thread_id, run_id)
      await client.runs.delete(thread_id, run_id)
      await client.runs.list(thread_id)
    },
  },
  {
    name: 'runs of one thread are waited for one after another',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create()
      await client.runs.wait(thread_id, 'agent', {
        input: { messages: [{ role: 'user', content: 'Hello' }] },
      })
      await client.runs.wait(thread_id, 'agent', {
        input: { messages: [{ type: 'human', content: 'weather in Rome' }] },
      })
    },
  },
  {
    name: 'a failing run reports its error to wait and to later requests',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      await attempt(client.runs.wait(thread_id, 'counting', failing))
      await client.runs.wait(thread_id, 'counting', { ...failing, raiseError: false })
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
      await client.threads.getState(thread_id)
      const [last] = await client.runs.list(thread_id, { limit: 1 })
      await client.runs.get(thread_id, last!.run_id)
    },
  },
  {
    name: 'an endless run is stopped by its recursion limit',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create()
      await readAll(
        client.runs.stream(thread_id, 'counting', {
          input: { what: 'loop' },
          config: { recursion_limit: 5, tags: ['test'] },
          streamMode: 'updates',
        }),
      )
    },
  },
  {
    name: 'runs are listed by page, status and field',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      for (const numbers of [[1], [2], [3]])
        await quiet.runs.wait(thread_id, 'counting', { input: { numbers } })
      await quiet.runs.wait(thread_id, 'counting', { ...failing, raiseError: false })
      await waitUntilIdle(quiet, thread_id)
      await client.runs.list(thread_id, { limit: 2 })
      await client.runs.list(thread_id, { limit: 2, offset: 2 })
      await client.runs.list(thread_id, { status: 'error' })
      await client.runs.list(thread_id, { status: 'success', limit: 10, select: ['run_id', 'status'] })
    },
  },
  {
    name: 'a run has the settings it was created with',
    run: async ({ client, quiet, mark }) => {
      const { thread_id } = await client.threads.create({ metadata: { of: 'thread' } })
      const { run_id } = await client.runs.create(thread_id, 'counting', {
        input: { numbers: [1] },
        metadata: { mark, of: 'run' },
        config: { tags: ['a'], recursion_limit: 7, configurable: { custom: 'x' } },
        interruptBefore: ['sum'],
        multitaskStrategy: 'enqueue',
      })
      await waitUntilIdle(quiet, thread_id)
      await client.runs.get(thread_id, run_id)
      await client.threads.getState(thread_id)
    },
  },
  {
    name: 'stateless runs are waited for, created in the background and in a batch',
    run: async ({ client }) => {
      const input = { numbers: [4] }
      await client.runs.wait(null, 'counting', { input })
      await attempt(client.runs.wait(null, 'counting', failing))
      await client.runs.create(null, 'counting', { input })
      await client.runs.createBatch([
        { assistantId: 'counting', input },
        { assistantId: 'agent', input: { messages: [] } },
      ])
    },
  },
  {
    name: 'a thread is created by its first run',
    run: async ({ client, quiet }) => {
      const thread_id = crypto.randomUUID()
      await client.runs.wait(thread_id, 'counting', { input: { numbers: [1] }, ifNotExists: 'create' })
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
    },
  },
  {
    name: 'a run starts after a delay',
    run: async ({ client }) => {
      const { thread_id } = await client.threads.create()
      const { run_id } = await client.runs.create(thread_id, 'counting', {
        input: { numbers: [1] },
        afterSeconds: 1,
      })
      await client.runs.join(thread_id, run_id)
    },
  },
]
