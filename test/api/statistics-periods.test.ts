/** Figures that are added up from different periods are the same as those of single minutes and hours. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { toRunEntry } from '../../src/domain/statistics/entry.js'
import { foldEntries } from '../../src/domain/statistics/fold-entries.js'
import { Database } from '../../src/store/sql/database.js'
import { makeStatisticsStore } from '../../src/store/statistics/statistics.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeRandom } from '../support/random.js'
import { runRow } from '../support/rows.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const assistant_id = builtInAssistantId('agent')
const toIso = (at: number): string => new Date(at).toISOString()

interface Figures {
  runs: Record<string, number>
  tokens: Record<string, number>
}

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let db: Database
  let now: number
  /** The ends of the runs. */
  const endedAt: number[] = []

  beforeAll(async () => {
    app = await startApp({ databaseKind })
    db = await Database.open({ url: app.databaseUrl, durability: 'relaxed', poolSize: 2 })
    const statistics = makeStatisticsStore(db)
    now = app.clock.now()
    const random = makeRandom(7)
    const insert = async (at: number): Promise<void> => {
      endedAt.push(at)
      const created_at = at - Math.floor(random() * 20 * MINUTE_MS)
      const usage = JSON.stringify({ input_tokens: 1 + Math.floor(random() * 100), output_tokens: 3 })
      const run = runRow({ assistant_id, created_at, started_at: created_at + 5, usage })
      const nodes = new Map([
        ['n', { count: 1, errors: 0, input_tokens: 1, output_tokens: 1, duration: { '40': 1 } }],
      ])
      await db.write([statistics.insertEntryStatement(toRunEntry(run, 'completed', at, nodes))])
    }
    for (let count = 0; count < 150; count++) await insert(now - Math.floor(random() * 40 * HOUR_MS))
    for (let count = 0; count < 50; count++) await insert(now - Math.floor(random() * 30 * DAY_MS))
    await foldEntries(statistics, now)
    // The rest is not folded yet.
    for (let count = 0; count < 20; count++) await insert(now - Math.floor(random() * 5 * HOUR_MS))
  })
  afterAll(async () => {
    await db.close()
    await app.stop()
  })

  const getStats = async (from: number, to: number, step: number) => {
    const { status, body } = await app.get(`/api/v1/stats?from=${toIso(from)}&to=${toIso(to)}&step=${step}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { totals: Figures; series: (Figures & { at: string })[] }
  }

  /** Adds up the series in steps of another length. */
  const addUp = (series: (Figures & { at: string })[], stepMs: number) => {
    const sums = new Map<number, { completed: number; created: number; input: number }>()
    for (const { at, runs, tokens } of series) {
      const start = Math.floor(Date.parse(at) / stepMs) * stepMs
      const sum = sums.get(start) ?? { completed: 0, created: 0, input: 0 }
      sum.completed += runs['completed'] ?? 0
      sum.created += runs['created'] ?? 0
      sum.input += tokens['input'] ?? 0
      sums.set(start, sum)
    }
    return [...sums]
  }

  it.each([
    ['quarters', 60, 900, 24 * HOUR_MS],
    ['half hours', 300, 1_800, 40 * HOUR_MS],
    ['hours', 900, 3_600, 40 * HOUR_MS],
    ['days', 3_600, 86_400, 30 * DAY_MS],
    ['weeks', 3_600, 604_800, 30 * DAY_MS],
  ])('the figures of %s are the sums of shorter steps', async (_, shortStep, longStep, length) => {
    const stepMs = longStep * 1_000
    const to = Math.ceil(now / stepMs) * stepMs
    const from = Math.floor((now - length) / stepMs) * stepMs
    const short = await getStats(from, to, shortStep)
    const long = await getStats(from, to, longStep)
    expect(addUp(long.series, stepMs)).toEqual(addUp(short.series, stepMs))
    expect(long.totals).toEqual(short.totals)
    const expected = endedAt.filter((at) => at >= from && at < to).length
    expect(long.totals.runs['completed']).toBe(expected)
    expect(expected).toBeGreaterThan(100)
  })

  const countNodes = async (from: number, to: number): Promise<number> => {
    const query = `from=${toIso(from)}&to=${toIso(to)}`
    const { body } = await app.get(`/api/v1/assistants/${assistant_id}/node_stats?${query}`)
    return body.nodes.find(({ node_id }: { node_id: string }) => node_id === 'n')?.count ?? 0
  }

  it.each([
    ['within one hour', 70, 50],
    ['over the end of an hour', 75, 5],
    ['from the start of an hour', 150, 10],
    ['from the middle of an hour to the middle of another', 39 * 60 + 17, 13],
    ['until now', 600, 0],
  ])('the figures of nodes %s are those of its minutes', async (_, startMinutes, endMinutes) => {
    const from = now - startMinutes * MINUTE_MS
    const to = now - endMinutes * MINUTE_MS
    const expected = endedAt.filter((at) => at >= from && at < to).length
    expect(await countNodes(from, to)).toBe(expected)
  })
})
