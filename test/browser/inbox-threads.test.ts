/** The Inbox with threads that wait: runs of the LangGraph API end at an interrupt, and the reply of a person starts the next one. */
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeWaitingProject } from '../support/waiting-project.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

let heddle: Heddle
let browser: BrowserSession
let client: Client
let screen: ConsolePage
let page: Page

/** Runs a graph as the SDK does, and returns the thread after the run has ended. */
const runInThread = async (graph: string, fields: object = {}): Promise<string> => {
  const { thread_id } = await client.post('/threads', {})
  await client.post(`/threads/${thread_id}/runs/wait`, {
    assistant_id: graph,
    input: { title: `Question of ${graph}` },
    ...fields,
  })
  expect((await client.get(`/threads/${thread_id}`)).status).toBe('interrupted')
  return thread_id
}
const resumeElsewhere = (threadId: string, resume: unknown) =>
  client.post(`/threads/${threadId}/runs/wait`, { assistant_id: 'approval', command: { resume } })

const readValues = async (threadId: string): Promise<unknown> =>
  (await client.get(`/threads/${threadId}/state`))['values']
/** Waits until the thread has continued to its end, and returns its values. */
const finalValues = async (threadId: string): Promise<unknown> => {
  await expect.poll(async () => (await client.get(`/threads/${threadId}`)).status).toBe('idle')
  return readValues(threadId)
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const queue = () => page.getByRole('list', { name: 'Queue' }).getByRole('link')
const article = (name: string) => page.getByRole('article', { name })
const badgeText = () => page.getByRole('link', { name: /^Inbox/ }).textContent()

describe.skipIf(!hasBrowser)('a thread in the Inbox', () => {
  beforeAll(async () => {
    const { env, folder } = makeWaitingProject()
    ;[heddle, browser] = await Promise.all([startHeddle({ folder, env }), openBrowser()])
    client = makeClient(heddle)
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  afterEach(async () => {
    // A test that failed must not leave its items to the next one.
    const threads = (await client.post('/threads/search', { limit: 100, select: ['thread_id'] })) as unknown
    const thread_ids = (threads as { thread_id: string }[]).map(({ thread_id }) => thread_id)
    const { data } = await client.get('/api/v1/runs?status=requires_action')
    for (const { run_id } of data as { run_id: string }[])
      await client.post(`/api/v1/runs/${run_id}/cancel`, {})
    await client.post('/threads/prune', { thread_ids })
    expect(screen.takeProblems()).toEqual([])
  })

  it('appears by itself when a run of the SDK is interrupted, is approved, and disappears', async () => {
    await screen.goto('/inbox')
    await page.getByText('Nothing waits for a person').waitFor()
    const thread = await runInThread('approval', { context: { customer: 'ada' } })
    await article('Question of approval').waitFor()
    await expect.poll(badgeText).toContain('1')
    await page.getByText('Only runs of the native API can be reserved').waitFor()
    expect(await button('Reserve').count()).toBe(0)
    await page.getByRole('complementary', { name: 'Context' }).getByText('refund', { exact: true }).waitFor()
    await checkScreen(screen, 'inbox-thread')
    await page.getByRole('textbox', { name: 'amount', exact: true }).fill('80.5')
    await page.getByText('not sent yet').waitFor()
    await button(/^Approve as changed/).click()
    await page.getByText('Sent: Question of approval').waitFor()
    const args = { order: 4711, amount: 80.5, note: 'Leaks' }
    expect(await finalValues(thread)).toMatchObject({
      responses: [{ type: 'edit', args: { action: 'refunds_create', args } }],
    })
    await expect.poll(() => queue().count()).toBe(0)
    await page.getByRole('region', { name: 'Just answered' }).getByText('Edited').waitFor()
    const runs = (await client.get(`/threads/${thread}/runs`)) as unknown as { kwargs: object }[]
    expect(runs).toHaveLength(2)
    expect(runs[0]?.kwargs).toMatchObject({ context: { customer: 'ada' } })
  })

  it('is listed beside a waiting run, which is listed once', async () => {
    const { assistant_id } = await client.post('/api/v1/assistants', { name: 'desk', graph_id: 'approval' })
    const { run_id, thread_id } = await client.post('/api/v1/runs', {
      assistant_id,
      input: { title: 'Native run' },
    })
    await client.waitForStatus(run_id, 'requires_action')
    expect((await client.get(`/threads/${thread_id}`)).status).toBe('interrupted')
    const thread = await runInThread('approval')
    await screen.goto('/inbox')
    await queue().getByText('Question of approval').waitFor()
    expect(await queue().count()).toBe(2)
    await button('Free 2').waitFor()
    await expect.poll(badgeText).toContain('2')
    await screen.goto('')
    const list = page.getByRole('region', { name: 'Needs a person' })
    await list.getByText('2, of which 2 free').waitFor()
    await list.getByRole('link', { name: /Question of approval/ }).click()
    await page.waitForURL(`**/inbox?thread=${thread}`)
    await article('Question of approval').waitFor()
  })

  it.each(['false', '0', '""', 'null'])('gets the JSON value %s as the reply', async (json) => {
    const thread = await runInThread('sources')
    await screen.goto(`/inbox?thread=${thread}`)
    await page
      .locator('.cm-content')
      .and(page.getByRole('textbox', { name: 'Reply as JSON' }))
      .fill(json)
    await button(/^Send the reply/).click()
    expect(await finalValues(thread)).toMatchObject({ picked: JSON.parse(json) })
  })

  it('with two interrupts gets both replies at once', async () => {
    const thread = await runInThread('pair')
    await screen.goto(`/inbox?thread=${thread}`)
    await page.getByRole('region', { name: 'Which color?' }).getByRole('textbox').fill('red')
    await page.getByRole('region', { name: 'Which size?' }).getByRole('textbox').fill('large')
    await button(/^Send 2 replies/).click()
    expect(await finalValues(thread)).toMatchObject({ color: 'red', size: 'large' })
  })

  it('that a breakpoint pauses continues by a key, and then asks its question', async () => {
    const thread = await runInThread('approval', { interrupt_before: ['refund'] })
    await screen.goto('/inbox')
    await article('Continue after the breakpoint').waitFor()
    await checkScreen(screen, 'inbox-breakpoint')
    await page.keyboard.press('a')
    await article('Question of approval').waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+Enter')
    expect(await finalValues(thread)).toMatchObject({ responses: [{ type: 'ignore', args: null }] })
    await expect.poll(() => queue().count()).toBe(0)
  })

  it('that was resumed elsewhere leaves the queue, and what was typed stays visible', async () => {
    const thread = await runInThread('approval')
    await screen.goto('/inbox')
    await button(/^Respond/).click()
    await page.getByRole('textbox', { name: 'Response' }).fill('My words')
    await resumeElsewhere(thread, [{ type: 'accept', args: null }])
    await page.getByText('This item no longer waits').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Response' }).inputValue()).toBe('My words')
    expect(await button(/^Send the response/).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'See what happened in the thread' }).waitFor()
    await expect.poll(() => queue().count()).toBe(0)
  })

  it('that continues while the reply is sent gets no second reply', async () => {
    const thread = await runInThread('approval')
    await screen.goto('/inbox')
    await article('Question of approval').waitFor()
    // The other person is faster by the time between the click and the first request.
    const resumeFirst = async (route: Route): Promise<void> => {
      await resumeElsewhere(thread, [{ type: 'accept', args: null }])
      await route.continue()
    }
    await page.route(`**/threads/${thread}`, resumeFirst, { times: 1 })
    await button(/^Approve/).click()
    await page.getByText('Not sent: somebody else was faster').waitFor()
    expect(await finalValues(thread)).toMatchObject({ responses: [{ type: 'accept', args: null }] })
    expect(await client.get(`/threads/${thread}/runs`)).toHaveLength(2)
  })
})
