/** The checkpoints and events of ended runs are packed; clients read and use them as before. */
import { Client, type ThreadState } from '@langchain/langgraph-sdk'
import { describe, expect, it } from 'vitest'
import { startApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'

const TURNS = 3

interface Values {
  messages: { content: string }[]
}

describe.for(DATABASE_KINDS)('on %s', (databaseKind) => {
  it('a packed thread has the same history and events, and can be continued, forked, updated, copied and pruned', async () => {
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const app = await startApp({ databaseUrl, execute: true })
    const client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
    const db = await openDatabase(databaseUrl)
    const countMarks = async () =>
      (await db.read(rawStatement('select run_id from event_compactions'))).length
    const countUnpacked = async () =>
      (await db.read(rawStatement('select checkpoint_id from checkpoints where packed is null'))).length
    const waitUntilPacked = async () => {
      await expect.poll(countMarks, { timeout: 120_000, interval: 50 }).toBe(0)
    }
    const say = (content: string, checkpointId?: string) => ({
      input: { messages: [{ role: 'user', content }] },
      ...(checkpointId !== undefined && { checkpointId }),
    })
    const readHistory = (threadId: string) => client.threads.getHistory<Values>(threadId, { limit: 100 })
    const readEvents = async (runId: string) => (await app.get(`/api/v1/runs/${runId}/events`)).body.data
    const getTexts = ({ values }: ThreadState<Values>) => values.messages.map(({ content }) => content)

    const { thread_id } = await client.threads.create()
    for (let turn = 0; turn < TURNS; turn++)
      await client.runs.wait(thread_id, 'agent', say(`turn ${String(turn)}`))
    const runs = await client.runs.list(thread_id)
    // A run can be packed before it is read here; then the equality below says less, but it holds all the same.
    const history = await readHistory(thread_id)
    const events = await Promise.all(runs.map(({ run_id }) => readEvents(run_id)))
    await waitUntilPacked()
    expect(await countUnpacked()).toBe(0)
    expect(await readHistory(thread_id)).toEqual(history)
    expect(await Promise.all(runs.map(({ run_id }) => readEvents(run_id)))).toEqual(events)
    const middle = history.find((state) => state.next.length === 0 && getTexts(state).length === 2)!
    const pages: string[] = []
    for (let before = history[0]!.checkpoint; ;) {
      const page = await client.threads.getHistory(thread_id, { limit: 3, before: { configurable: before } })
      pages.push(...page.map(({ checkpoint }) => checkpoint.checkpoint_id!))
      if (page.length < 3) break
      before = page.at(-1)!.checkpoint
    }
    expect(pages).toEqual(history.slice(1).map(({ checkpoint }) => checkpoint.checkpoint_id))

    const { thread_id: copy } = await client.threads.copy(thread_id)
    expect((await readHistory(copy)).map(getTexts)).toEqual(history.map(getTexts))
    const forked = (await client.runs.wait(
      thread_id,
      'agent',
      say('fork', middle.checkpoint.checkpoint_id!),
    )) as unknown as Values
    expect(forked.messages.map(({ content }) => content).slice(0, 3)).toEqual([...getTexts(middle), 'fork'])
    await client.threads.updateState(thread_id, {
      values: { messages: [{ role: 'user', content: 'added' }] },
      checkpointId: middle.checkpoint.checkpoint_id!,
    })
    await waitUntilPacked()
    expect(getTexts(await client.threads.getState<Values>(thread_id))).toEqual([...getTexts(middle), 'added'])
    const old = await client.threads.getState<Values>(thread_id, middle.checkpoint)
    expect(old.values).toEqual(middle.values)

    await client.threads.prune([copy], { strategy: 'keep_latest' })
    const pruned = await readHistory(copy)
    expect(pruned.map(getTexts)).toEqual([getTexts(history[0]!)])
    const next = (await client.runs.wait(copy, 'agent', say('next'))) as unknown as Values
    expect(next.messages).toHaveLength(2 * TURNS + 2)
    await app.stop()
    await db.close()
    await drop()
  })
})
