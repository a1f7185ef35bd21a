/** The run screen in a real browser: long errors leave room for the rest, and the graph shows loops by execution. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { createTestDatabase, openDatabase, type TestDatabase } from '../support/databases.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { insertRun } from '../support/insert-run.js'
import { T0 } from '../support/rows.js'
import { makeStores, type Stores } from '../support/stores.js'
import type { Database } from '../../src/store/sql/database.js'
import type { Row } from '../../src/store/sql/tables.js'

const LONG_ERROR = { code: 'graph_error', message: 'The order service did not respond. '.repeat(300) }
/** A few rows of the timeline, or lines of a payload. */
const USABLE_HEIGHT = 120

type Fields = Record<string, unknown>

const taskOf = (step: number, node_id: string): Fields => ({
  node_id,
  task_id: `task-${String(step)}`,
  step,
  parent: null,
})

const CLAIM: Fields[] = [
  { type: 'run.queued' },
  { type: 'run.claimed', attempt: 1, worker: 'worker-1', checkpoint_id: null, queue_ms: 2 },
]

const FAILED: Fields[] = [
  ...CLAIM,
  { type: 'node.started', ...taskOf(1, 'agent') },
  { type: 'node.failed', ...taskOf(1, 'agent'), error: LONG_ERROR, attempt: 1, will_retry: false },
  { type: 'run.failed', error: LONG_ERROR },
]

const LOOP: Fields[] = [
  ...CLAIM,
  ...['agent', 'tools', 'agent'].flatMap((node, step) => [
    { type: 'node.started', ...taskOf(step, node) },
    { type: 'node.completed', ...taskOf(step, node), output: {}, duration_ms: 90 },
  ]),
  { type: 'run.completed', output: {} },
]

const storeRun = async (
  db: Database,
  stores: Stores,
  run: Partial<Row<'runs'>>,
  events: Fields[],
): Promise<string> => {
  const { tenant_id, run_id } = await insertRun(stores, {
    tenant_id: 'default',
    attempt: 1,
    started_at: T0,
    completed_at: T0 + events.length * 100,
    ...run,
  })
  const text = JSON.stringify(
    events.map((event, index) => {
      const at = T0 + index * 100
      return { ...event, at, timestamp: new Date(at).toISOString() }
    }),
  )
  const row = { tenant_id, run_id, first_seq: 1, last_seq: events.length, events: text }
  await db.write(stores.runEvents.insertStatements([row]))
  return run_id
}

describe.skipIf(!hasBrowser)('the run screen', () => {
  let database: TestDatabase
  let heddle: Heddle
  let browser: BrowserSession
  let screen: ConsolePage
  let failedRun: string
  let loopRun: string

  beforeAll(async () => {
    database = await createTestDatabase('sqlite')
    const db = await openDatabase(database.url)
    await db.migrate(T0)
    const stores = makeStores(db)
    failedRun = await storeRun(db, stores, { status: 'failed', error: JSON.stringify(LONG_ERROR) }, FAILED)
    loopRun = await storeRun(db, stores, { status: 'completed', output: '{}' }, LOOP)
    await db.close()
    ;[heddle, browser] = await Promise.all([startHeddle({ databaseUrl: database.url }), openBrowser()])
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
    await database.drop()
  })
  beforeEach(async () => {
    screen = await openConsolePage(browser, heddle.url)
  })
  afterEach(() => screen.close())

  it('a very long error leaves room for the timeline and for the details', async () => {
    const { page } = screen
    await screen.goto(`/runs/${failedRun}`)
    const timeline = page.getByRole('listbox', { name: 'Timeline' })
    await timeline.getByRole('option', { name: 'agent' }).waitFor()
    expect((await timeline.boundingBox())?.height).toBeGreaterThan(USABLE_HEIGHT)
    const started = page.locator('#span-details').getByText('Started')
    expect((await started.boundingBox())?.y).toBeLessThan(800)
  })

  it('a very long error leaves room for input and output', async () => {
    const { page } = screen
    await screen.goto(`/runs/${failedRun}?tab=io`)
    const output = page.getByRole('heading', { name: 'Output' })
    await output.waitFor()
    const box = await output.boundingBox()
    expect(box?.y).toBeLessThan(800 - USABLE_HEIGHT)
    expect((await page.getByRole('alert').boundingBox())?.height).toBeLessThan(200)
  })

  it('the graph shows a loop as nodes with counts, or as executions in their order', async () => {
    const { page } = screen
    await screen.goto(`/runs/${loopRun}`)
    const nodes = page.getByRole('group', { name: 'Graph with the path of the run' })
    await nodes.getByRole('button', { name: 'agent, done, 2 times' }).waitFor()
    await page.getByRole('button', { name: 'Executions' }).click()
    const executions = page.getByRole('group', { name: 'Executions of the run' }).getByRole('button')
    await expect.poll(() => executions.allTextContents()).toEqual(['agent', 'tools', 'agent'])
    await executions.first().click()
    await expect.poll(() => executions.first().getAttribute('aria-pressed')).toBe('true')
    expect(await executions.last().getAttribute('aria-pressed')).toBe('false')
    await page.reload()
    await expect.poll(() => executions.count()).toBe(3)
    expect(screen.takeProblems()).toEqual([])
  })
})
