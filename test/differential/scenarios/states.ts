import type { Client } from '@langchain/langgraph-sdk'
import { attempt, waitUntilIdle, type Scenario } from '../scenario.js'

const createCountedThread = async (quiet: Client): Promise<string> => {
  const { thread_id } = await quiet.threads.create()
  await quiet.runs.wait(thread_id, 'counting', { input: { numbers: [1, 2] } })
  await waitUntilIdle(quiet, thread_id)
  return thread_id
}

export const states: Scenario[] = [
  {
    name: 'the current state, and the state at a checkpoint by ID and by object',
    run: async ({ client, quiet }) => {
      const thread_id = await createCountedThread(quiet)
      await client.threads.getState(thread_id)
      const history = await client.threads.getHistory(thread_id)
      const { checkpoint } = history[2]!
      await client.threads.getState(thread_id, checkpoint.checkpoint_id!)
      await client.threads.getState(thread_id, checkpoint)
    },
  },
  {
    name: 'the state at a checkpoint with subgraphs',
    run: async ({ client, quiet }) => {
      const { thread_id } = await quiet.threads.create()
      await quiet.runs.wait(thread_id, 'asking', { input: {} })
      const { checkpoint } = await quiet.threads.getState(thread_id)
      await client.threads.getState(thread_id, checkpoint.checkpoint_id!, { subgraphs: true })
      await attempt(client.threads.getState(thread_id, checkpoint, { subgraphs: true }))
      const { tasks } = await quiet.threads.getState(thread_id)
      await client.threads.getState(thread_id, tasks[0]!.checkpoint as never)
    },
  },
  {
    name: 'a history is read by page, by metadata and before a checkpoint',
    run: async ({ client, quiet, send }) => {
      const thread_id = await createCountedThread(quiet)
      const history = await client.threads.getHistory(thread_id, { limit: 2 })
      const before = { configurable: { ...history[1]!.checkpoint } }
      await attempt(client.threads.getHistory(thread_id, { before, limit: 1 }))
      await send('POST', `/threads/${thread_id}/history`, { before: history[1]!.checkpoint.checkpoint_id })
      await client.threads.getHistory(thread_id, { metadata: { step: 1 } })
      await client.threads.getHistory(thread_id, { metadata: { source: 'input' } })
      await client.threads.getHistory(thread_id, { checkpoint: { checkpoint_ns: '' }, limit: 1 })
      await send('GET', `/threads/${thread_id}/history?limit=1`)
    },
  },
  {
    name: 'a state is updated as a node, and the thread continues from there',
    run: async ({ client, quiet }) => {
      const thread_id = await createCountedThread(quiet)
      await client.threads.updateState(thread_id, { values: { total: 10, log: ['by hand'] }, asNode: 'add' })
      await client.threads.getState(thread_id)
      await client.threads.get(thread_id)
      await client.runs.wait(thread_id, 'counting', { input: null })
      await client.threads.updateState(thread_id, { values: { log: ['last'] } })
      await client.threads.getState(thread_id)
      await client.threads.getHistory(thread_id, { limit: 3 })
    },
  },
  {
    name: 'a past state is updated, which creates a branch',
    run: async ({ client, quiet }) => {
      const thread_id = await createCountedThread(quiet)
      const past = (await quiet.threads.getHistory(thread_id)).find(({ next }) => next.includes('add'))!
      const { checkpoint_id } = past.checkpoint
      await client.threads.updateState(thread_id, {
        values: { numbers: [100] },
        checkpointId: checkpoint_id!,
        asNode: 'choose',
      })
      await client.threads.getState(thread_id)
      await client.threads.updateState(thread_id, {
        values: { total: 1 },
        checkpoint: past.checkpoint,
        asNode: 'add',
      })
      await client.runs.wait(thread_id, 'counting', { input: null })
      await client.threads.getHistory(thread_id, { limit: 20 })
    },
  },
  {
    name: 'a run starts from a past checkpoint',
    run: async ({ client, quiet }) => {
      const thread_id = await createCountedThread(quiet)
      const past = (await quiet.threads.getHistory(thread_id)).find(({ next }) => next.includes('add'))!
      await client.runs.wait(thread_id, 'counting', {
        input: null,
        checkpointId: past.checkpoint.checkpoint_id!,
      })
      await client.runs.wait(thread_id, 'counting', {
        input: { numbers: [7] },
        checkpoint: past.checkpoint,
      })
      await waitUntilIdle(quiet, thread_id)
      await client.threads.getHistory(thread_id, { limit: 20 })
    },
  },
]
