import { readAll, attempt, UNKNOWN_ID, type Scenario } from '../scenario.js'

const input = { numbers: [1] }

export const errors: Scenario[] = [
  {
    name: 'unknown resources are not found',
    run: async ({ client }) => {
      await attempt(client.assistants.get(UNKNOWN_ID))
      await attempt(client.assistants.get('unknown'))
      await attempt(client.assistants.update(UNKNOWN_ID, { name: 'x' }))
      await attempt(client.assistants.delete(UNKNOWN_ID))
      await attempt(client.assistants.getGraph('unknown'))
      await attempt(client.assistants.getSchemas('unknown'))
      await attempt(client.assistants.setLatest('agent', 99))
      await attempt(client.assistants.getVersions(UNKNOWN_ID))
      await attempt(client.threads.get(UNKNOWN_ID))
      await attempt(client.threads.update(UNKNOWN_ID, { metadata: {} }))
      await attempt(client.threads.delete(UNKNOWN_ID))
      await attempt(client.threads.getState(UNKNOWN_ID))
      await attempt(client.threads.updateState(UNKNOWN_ID, { values: {} }))
      await attempt(client.runs.list(UNKNOWN_ID))
      await attempt(client.runs.get(UNKNOWN_ID, UNKNOWN_ID))
      await attempt(client.runs.delete(UNKNOWN_ID, UNKNOWN_ID))
      await attempt(client.runs.cancel(UNKNOWN_ID, UNKNOWN_ID))
    },
  },
  {
    name: 'a run of an unknown assistant or in an unknown thread is rejected',
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      await attempt(client.runs.create(thread_id, 'unknown', { input }))
      await attempt(client.runs.wait(null, UNKNOWN_ID, { input }))
      await attempt(readAll(client.runs.stream(null, 'unknown', { input })))
      await attempt(client.runs.create(UNKNOWN_ID, 'counting', { input }))
      await attempt(client.runs.wait(UNKNOWN_ID, 'counting', { input, multitaskStrategy: 'enqueue' }))
      await attempt(client.runs.join(thread_id, UNKNOWN_ID))
      await attempt(readAll(client.runs.joinStream(thread_id, UNKNOWN_ID)))
    },
  },
  {
    name: 'an ID that is not a UUID is rejected',
    run: async ({ client }) => {
      await attempt(client.threads.get('nowhere'))
      await attempt(client.threads.getState('nowhere'))
      await attempt(client.threads.create({ threadId: 'mine' }))
      await attempt(client.runs.create('nowhere', 'counting', { input }))
      await attempt(client.assistants.create({ graphId: 'agent', assistantId: 'mine' }))
    },
  },
  {
    name: 'an invalid request is rejected',
    run: async ({ send, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      const runs = `/threads/${thread_id}/runs`
      await send('POST', runs, {})
      await send('POST', runs, '{"assistant_id":')
      await send('POST', runs, { assistant_id: 'counting', stream_mode: 'nothing' })
      await send('POST', runs, { assistant_id: 'counting', multitask_strategy: 'guess' })
      await send('POST', runs, { assistant_id: 'counting', metadata: 'text' })
      await send('POST', runs, { assistant_id: 'counting', command: { goto: [{ input: 1 }] } })
      await send('POST', '/runs/batch', [])
      await send('POST', '/threads/search', { limit: 0 })
      await send('POST', '/threads/search', { status: 'asleep' })
      await send('POST', '/assistants/search', { limit: 'many' })
      await send('POST', '/assistants', { name: 'no graph' })
      await send('POST', `/threads/${thread_id}/state`, { values: { log: ['x'] } })
      await send('PATCH', `/threads/${thread_id}`, { metadata: 7 })
    },
  },
  {
    name: 'an assistant of an unknown graph',
    run: async ({ client }) => {
      await attempt(client.assistants.create({ graphId: 'no such graph' }))
    },
  },
  {
    name: 'the server reports that it is healthy',
    run: async ({ send }) => {
      await send('GET', '/ok')
    },
  },
  {
    name: 'the server reports its features',
    run: async ({ send }) => {
      await send('GET', '/info')
    },
  },
]
