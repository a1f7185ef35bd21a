import { readAll, waitUntilSleeping, attempt, waitUntilIdle, type Scenario } from '../scenario.js'

const sleeping = { input: { what: 'sleep' } }

export const control: Scenario[] = [
  ...[true, false].map((wait): Scenario => ({
    name: `a run is cancelled ${wait ? 'and waited for' : 'without waiting'}`,
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const { run_id } = await quiet.runs.create(thread_id, 'counting', sleeping)
      await waitUntilSleeping(quiet, thread_id)
      await client.runs.cancel(thread_id, run_id, wait)
      await waitUntilIdle(quiet, thread_id)
      await client.runs.get(thread_id, run_id)
      await client.threads.get(thread_id)
      await client.threads.getState(thread_id)
      await attempt(client.runs.cancel(thread_id, run_id, wait))
    },
  })),
  {
    name: 'a run that is streamed and joined is cancelled',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      let run_id = ''
      const followed = readAll(
        client.runs.stream(thread_id, 'counting', {
          ...sleeping,
          streamMode: 'updates',
          onRunCreated: (run) => void (run_id = run.run_id),
        }),
      )
      await waitUntilSleeping(quiet, thread_id)
      const joined = client.runs.join(thread_id, run_id)
      await client.runs.cancel(thread_id, run_id, true)
      await followed
      await joined
    },
  },
  {
    name: 'a run is cancelled and rolled back',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      await quiet.runs.wait(thread_id, 'counting', { input: { numbers: [1] } })
      const { run_id } = await quiet.runs.create(thread_id, 'counting', sleeping)
      await waitUntilSleeping(quiet, thread_id)
      await client.runs.cancel(thread_id, run_id, true, 'rollback')
      await waitUntilIdle(quiet, thread_id)
      await attempt(client.runs.get(thread_id, run_id))
      await client.threads.getState(thread_id)
    },
  },
  {
    name: 'reject: a second run on a busy thread is rejected',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const first = await client.runs.create(thread_id, 'counting', {
        ...sleeping,
        multitaskStrategy: 'reject',
      })
      await waitUntilSleeping(quiet, thread_id)
      await attempt(client.runs.create(thread_id, 'counting', { input: {}, multitaskStrategy: 'reject' }))
      await client.threads.get(thread_id)
      await quiet.runs.cancel(thread_id, first.run_id, true)
    },
  },
  {
    name: 'enqueue: a second run waits for the first',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const first = await quiet.runs.create(thread_id, 'counting', sleeping)
      await waitUntilSleeping(quiet, thread_id)
      const second = await client.runs.create(thread_id, 'counting', {
        input: { what: 'add', numbers: [1] },
        multitaskStrategy: 'enqueue',
      })
      await quiet.runs.cancel(thread_id, first.run_id, true)
      await client.runs.join(thread_id, second.run_id)
      await waitUntilIdle(quiet, thread_id)
      await client.threads.get(thread_id)
    },
  },
  {
    name: 'interrupt: a second run cancels the first',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const first = await quiet.runs.create(thread_id, 'counting', sleeping)
      await waitUntilSleeping(quiet, thread_id)
      await client.runs.wait(thread_id, 'counting', {
        input: { what: 'add', numbers: [1] },
        multitaskStrategy: 'interrupt',
      })
      await waitUntilIdle(quiet, thread_id)
      await client.runs.get(thread_id, first.run_id)
      await client.threads.getState(thread_id)
    },
  },
  {
    name: 'rollback: a second run undoes the first',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const first = await quiet.runs.create(thread_id, 'counting', sleeping)
      await waitUntilSleeping(quiet, thread_id)
      await client.runs.wait(thread_id, 'counting', {
        input: { what: 'add', numbers: [1] },
        multitaskStrategy: 'rollback',
      })
      await waitUntilIdle(quiet, thread_id)
      await attempt(client.runs.get(thread_id, first.run_id))
      await client.threads.getState(thread_id)
    },
  },
  {
    name: 'a run is cancelled when its client disconnects, on request',
    run: async ({ client, quiet }) => {
      const { thread_id } = await client.threads.create()
      const gone = new AbortController()
      const stream = quiet.runs.stream(thread_id, 'counting', {
        ...sleeping,
        onDisconnect: 'cancel',
        signal: gone.signal,
      })
      const read = readAll(stream).catch(() => undefined)
      await waitUntilSleeping(quiet, thread_id)
      gone.abort()
      await read
      await waitUntilIdle(quiet, thread_id)
      const [run] = await client.runs.list(thread_id)
      await client.runs.get(thread_id, run!.run_id)
    },
  },
]
