/** Outputs of a conversation are stored as versions of one value; clients receive them whole. */
import { Client } from '@langchain/langgraph-sdk'
import { describe, it } from 'vitest'
import { Database } from '../../src/store/sql/database.js'
import { startApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'

const TURNS = 14
/** The turns whose results are read again. */
const READ_AGAIN = new Set([0, 7, TURNS - 1])
/** Long enough that a run keeps the messages for the next one. */
const CHARS = 6_000

interface Values {
  messages: { content: string }[]
}

const random = makeRandom(7)
const makeText = (): string =>
  Array.from({ length: CHARS }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('')

const readStream = async (stream: AsyncIterable<{ event: string; data: unknown }>): Promise<Values[]> => {
  const values: Values[] = []
  for await (const { event, data } of stream) if (event === 'values') values.push(data as Values)
  return values
}

/** Reads the database after the service has stopped. */
const readBytes = async (url: string): Promise<{ outputs: number; events: number; values: number }> => {
  const db = await Database.open({ url, durability: 'relaxed', poolSize: 1 })
  const sum = async (table: string, column: string): Promise<number> => {
    const sql = `select cast(coalesce(sum(length(${column})), 0) as integer) as chars from ${table}`
    return (await db.read(rawStatement<{ chars: number }>(sql)))[0]?.chars ?? 0
  }
  const bytes = {
    outputs: await sum('runs', 'output'),
    events: await sum('run_events', 'events'),
    values: await sum('thread_values', 'value'),
  }
  await db.close()
  return bytes
}

describe.for(DATABASE_KINDS)('on %s', (databaseKind) => {
  it('a conversation stores each message a bounded number of times', async ({ expect }) => {
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const app = await startApp({ databaseUrl, execute: true })
    const client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
    const { thread_id } = await client.threads.create()
    const results: Values[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const input = { messages: [{ role: 'user', content: makeText() }] }
      const streamed = await readStream(
        client.runs.stream(thread_id, 'agent', { input, streamMode: ['values'] }),
      )
      const last = streamed.at(-1)
      expect(last?.messages).toHaveLength(2 * (turn + 1))
      if (last !== undefined) results.push(last)
    }

    const runs = (await client.runs.list(thread_id, { limit: TURNS })).toReversed()
    expect(runs).toHaveLength(TURNS)
    for (const [turn, { run_id }] of runs.entries()) {
      if (!READ_AGAIN.has(turn)) continue
      expect(await client.runs.join(thread_id, run_id)).toEqual(results[turn])
      const { body } = await app.get(`/api/v1/runs/${run_id}`)
      expect(body.output).toEqual(results[turn])
      const replayed = await readStream(client.runs.joinStream(thread_id, run_id, { lastEventId: '0' }))
      expect(replayed.at(-1)).toEqual(results[turn])
      const { body: page } = await app.get(`/api/v1/runs/${run_id}/events?types=run.completed`)
      expect(page.data).toMatchObject([{ type: 'run.completed', output: results[turn] }])
    }
    const { body: list } = await app.get(`/api/v1/runs?thread_id=${thread_id}&limit=${String(TURNS)}`)
    expect(list.data.map(({ output }: { output: Values }) => output)).toEqual(results.toReversed())
    expect((await client.threads.get(thread_id)).values).toEqual(results.at(-1))
    await app.stop()

    const content = JSON.stringify(results.at(-1)).length
    const { outputs, events, values } = await readBytes(databaseUrl)
    // Every run emits the state twice and ends with it; stored whole, this would be 7 times the content in each.
    expect(outputs).toBeLessThan(content / 4)
    expect(events).toBeLessThan(8 * content)
    expect(values).toBeLessThan(4 * content)

    const restarted = await startApp({ databaseUrl, execute: true })
    await restarted.remove(`/api/v1/threads/${thread_id}`)
    await restarted.stop()
    expect(await readBytes(databaseUrl)).toEqual({ outputs: 0, events: 0, values: 0 })
    await drop()
  })
})
