/** The stored events of a run, in pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeRunEventStore } from '../../src/store/runs/events.js'
import { newId } from '../../src/platform/ids.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { createThread } from '../support/runs.js'

const timestamp = '2026-11-17T08:00:00.000Z'

/** Each list is one row of the database, as one write of a worker stores it. */
const ROWS = [
  ['run.started', 'checkpoint.saved', 'lg.metadata'],
  ['node.started', 'llm.token', 'llm.token', 'lg.values', 'llm.token'],
  ['llm.completion', 'node.completed'],
  ['checkpoint.saved', 'run.completed'],
]

describe.each(DATABASE_KINDS)('the events of a run on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())

  /** Creates a run that no worker executes, and stores events of it. */
  const createRun = async (rows: readonly (readonly string[])[], text = ''): Promise<string> => {
    const response = await app.post('/api/v1/runs', {
      thread_id: await createThread(app),
      input: { message: 'Hello' },
    })
    expect(response.status, response.text).toBe(201)
    const { run_id } = response.body as { run_id: string }
    const db = await openDatabase(app.databaseUrl)
    let last_seq = 0
    const stored = rows.map((types) => {
      const first_seq = last_seq + 1
      last_seq += types.length
      const events = JSON.stringify(types.map((type) => ({ type, text, timestamp })))
      return { tenant_id: 'default', run_id, first_seq, last_seq, events }
    })
    await db.write(makeRunEventStore(db).insertStatements(stored))
    await db.close()
    return run_id
  }
  const list = async (runId: string, query = '') => {
    const { status, body } = await app.get(`/api/v1/runs/${runId}/events?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as {
      data: { seq: number; type: string }[]
      has_more: boolean
      next_after: number | null
    }
  }
  const listNumbers = async (runId: string, query: string) =>
    (await list(runId, query)).data.map(({ seq }) => seq)

  it('a page lists the events with their numbers, without those of the LangGraph API', async () => {
    const runId = await createRun(ROWS)
    const { data, ...rest } = await list(runId)
    expect(rest).toEqual({ has_more: false, next_after: null })
    const { thread_id } = (await app.get(`/api/v1/runs/${runId}`)).body as { thread_id: string }
    expect(data[0]).toEqual({
      seq: 1,
      type: 'run.started',
      run_id: runId,
      thread_id,
      text: '',
      timestamp,
    })
    expect(data.map(({ seq }) => seq)).toEqual([1, 2, 4, 5, 6, 8, 9, 10, 11, 12])
  })

  it('types and omit select events, and a run without events has an empty page', async () => {
    const runId = await createRun(ROWS)
    expect(await listNumbers(runId, 'types=llm.token,node.started')).toEqual([4, 5, 6, 8])
    expect(await listNumbers(runId, 'omit=llm.token')).toEqual([1, 2, 4, 9, 10, 11, 12])
    expect(await listNumbers(runId, 'types=llm.token, node.started&omit=llm.token')).toEqual([4])
    expect(await list(await createRun([]))).toEqual({ data: [], has_more: false, next_after: null })
  })

  it.each([1, 2, 3, 10])('pages of %s events together contain every event once', async (limit) => {
    const runId = await createRun(ROWS)
    for (const filter of ['', '&omit=llm.token', '&types=llm.token,checkpoint.saved', '&after=2&before=10']) {
      const all = await list(runId, filter.slice(1))
      const paged: unknown[] = []
      let query: string | undefined = `limit=${String(limit)}${filter}`
      while (query !== undefined) {
        const { data, has_more, next_after } = await list(runId, query)
        expect(data.length).toBeLessThanOrEqual(limit)
        expect(has_more).toBe(next_after !== null)
        paged.push(...data)
        const rest = filter.replace('after=2&', '')
        query = has_more ? `limit=${String(limit)}&after=${String(next_after)}${rest}` : undefined
      }
      expect(paged).toEqual(all.data)
    }
  })

  it('after and before limit a page to a range, both exclusive', async () => {
    const runId = await createRun(ROWS)
    expect(await listNumbers(runId, 'after=4&before=9')).toEqual([5, 6, 8])
    expect(await listNumbers(runId, 'after=12')).toEqual([])
    expect(await listNumbers(runId, 'before=1')).toEqual([])
  })

  it('a page ends after four megabytes of stored events, also if none of them is selected', async () => {
    const rows = Array.from({ length: 60 }, () => ['llm.token'])
    const runId = await createRun([...rows, ['run.completed']], 'x'.repeat(100_000))
    const first = await list(runId, 'omit=llm.token')
    expect(first).toMatchObject({ data: [], has_more: true })
    const second = await list(runId, `omit=llm.token&after=${String(first.next_after)}`)
    expect(second).toMatchObject({ data: [{ seq: 61 }], has_more: false })
  })

  it('unknown types, parameters and runs and numbers out of range are refused', async () => {
    const url = `/api/v1/runs/${await createRun(ROWS)}/events`
    expect((await app.get(`${url}?types=node.stared`)).body).toMatchObject({
      error: 'validation_error',
      message: expect.stringContaining('"node.stared" is not one of run.'),
    })
    const invalid = ['omit=toString', 'omit=', 'types=lg.values', 'type=llm.token', 'limit=5001', 'limit=0']
    for (const query of [...invalid, 'after=-1', 'after=1e30', 'after=x', 'before=0'])
      expect((await app.get(`${url}?${query}`)).status, query).toBe(400)
    expect((await app.get(`/api/v1/runs/${newId()}/events`)).status).toBe(404)
    expect((await app.get('/api/v1/runs/x/events')).status).toBe(404)
  })
})
