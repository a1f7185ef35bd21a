/** The Inbox with two people, in a real browser: every kind of question is answered there, and the service has the reply. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { makeWaitingProject } from '../support/waiting-project.js'

const ADMIN = 'bootstrap-admin-key-1'

const GET_ORDER = {
  type: 'function',
  function: {
    name: 'get_order',
    description: 'Looks up the status of an order',
    parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
    output_schema: {
      type: 'object',
      properties: {
        status: { enum: ['paid', 'shipped'] },
        total: { type: 'number', minimum: 0 },
        comment: { type: 'string' },
      },
      required: ['status', 'total'],
    },
  },
}
const REFUND = {
  type: 'function',
  function: {
    name: 'refund_payment',
    description: 'Refunds an amount of an order to the card of the customer',
    parameters: {
      type: 'object',
      properties: { order_id: { type: 'string' }, amount: { type: 'number' } },
      required: ['order_id', 'amount'],
    },
  },
}

let heddle: Heddle
let browser: BrowserSession
let client: Client
let ana: ConsolePage
let bo: ConsolePage
let page: Page

const openAs = async (name: string): Promise<ConsolePage> => {
  const { key } = await client.post('/api/v1/api-keys', { name, scopes: ['read', 'write'] })
  const screen = await openConsolePage(browser, heddle.url)
  await screen.goto('/inbox')
  await screen.page.getByLabel('API key or token').fill(key)
  await screen.page.getByRole('button', { name: 'Sign in' }).click()
  await screen.page.getByText('Nothing waits for a person').waitFor()
  // The browser itself reports the 401 of the first request.
  screen.takeProblems()
  return screen
}

const assistants: Record<string, string> = {}
const createAssistant = async (name: string, body: object): Promise<void> => {
  assistants[name] = (await client.post('/api/v1/assistants', { name, ...body })).assistant_id
}

const startRun = async (assistant: string, input: object): Promise<string> => {
  const { run_id } = await client.post('/api/v1/runs', { assistant_id: assistants[assistant], input })
  await client.waitForStatus(run_id, 'requires_action')
  return run_id
}
const startApproval = (title: string): Promise<string> => startRun('approval', { title })

const openItem = async (runId: string, target = page): Promise<void> => {
  await target.goto(`${heddle.url}/console/inbox?run=${runId}`)
  await target.getByRole('article').waitFor()
}
const button = (name: string | RegExp, target = page) => target.getByRole('button', { name })
const field = (name: string, target = page) => target.getByRole('textbox', { name, exact: true })
/** Replaces the text of an editor as a person does. */
const typeJson = async (name: string | RegExp, text: string): Promise<void> => {
  const editor = page.locator('.cm-content').and(page.getByRole('textbox', { name }))
  await editor.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}
const queue = (target = page) => target.getByRole('list', { name: 'Queue' }).getByRole('link')
const badge = (target = page) => target.getByRole('link', { name: /^Inbox/ })

/** Waits until the run has ended, and returns it. */
const readRun = async (runId: string, status = 'completed') => {
  await client.waitForStatus(runId, status)
  return client.get(`/api/v1/runs/${runId}`)
}
const stateOf = async (runId: string): Promise<Record<string, unknown>> => {
  const { thread_id } = await readRun(runId)
  return (await client.get(`/threads/${thread_id}/state`))['values'] as Record<string, unknown>
}
/** The items that were answered disappear from the list by themselves. */
const expectEmptyQueue = (target = page): Promise<void> => expect.poll(() => queue(target).count()).toBe(0)

describe.skipIf(!hasBrowser)('the Inbox', () => {
  beforeAll(async () => {
    const { env, folder } = makeWaitingProject()
    ;[heddle, browser] = await Promise.all([
      startHeddle({ folder, env: { ...env, AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    client = makeClient(heddle, ADMIN)
    await client.post('/api/v1/governance/guardrails', {
      name: 'amount_limit',
      type: 'human_review',
      config: { for_amounts_over: 1_000 },
    })
    for (const graph_id of ['approval', 'actions', 'sources']) await createAssistant(graph_id, { graph_id })
    await createAssistant('orders', { config: { tools: [GET_ORDER] } })
    await createAssistant('payments', { config: { tools: [REFUND], guardrails: ['amount_limit'] } })
    ana = await openAs('ana')
    bo = await openAs('bo')
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })
  beforeEach(() => {
    page = ana.page
  })
  afterEach(async () => {
    // A test that failed must not leave its items to the next one.
    const { data } = await client.get('/api/v1/runs?status=requires_action')
    for (const { run_id } of data as { run_id: string }[])
      await client.post(`/api/v1/runs/${run_id}/cancel`, {})
    expect([...ana.takeProblems(), ...bo.takeProblems()]).toEqual([])
  })

  describe('a request of Agent Inbox', () => {
    it('is approved', async () => {
      const run = await startApproval('Refund 84.90 EUR')
      await openItem(run)
      await page.getByRole('heading', { name: 'Refund 84.90 EUR' }).waitFor()
      await button(/^Approve/).click()
      await page.getByText('Sent: Refund 84.90 EUR').waitFor()
      expect(await stateOf(run)).toMatchObject({ responses: [{ type: 'accept', args: null }] })
      await expectEmptyQueue()
    })

    it('is approved with changed arguments', async () => {
      const run = await startApproval('Refund a part')
      await openItem(run)
      await field('amount').fill('80.50')
      await page.getByText('3 arguments, 1 changed by you').waitFor()
      await checkScreen(ana, 'inbox-edited')
      await button(/^Approve as changed/).click()
      const args = { order: 4711, amount: 80.5, note: 'Leaks' }
      expect(await stateOf(run)).toMatchObject({
        responses: [{ type: 'edit', args: { action: 'refunds_create', args } }],
      })
    })

    it('is edited as JSON, and invalid JSON blocks it with the reason', async () => {
      const run = await startApproval('Refund as JSON')
      await openItem(run)
      await button('Edit as JSON').click()
      await typeJson(/as JSON$/, '{"order": 4711')
      await page.getByText('The value is not valid JSON').waitFor()
      expect(await button(/^Approve/).isDisabled()).toBe(true)
      await typeJson(/as JSON$/, '{"order": 4711, "amount": 12}')
      await button(/^Approve as changed/).click()
      expect(await stateOf(run)).toMatchObject({
        responses: [{ type: 'edit', args: { args: { order: 4711, amount: 12 } } }],
      })
    })

    it('is responded to with words', async () => {
      const run = await startApproval('Refund or not')
      await openItem(run)
      await button(/^Respond/).click()
      expect(await button(/^Send the response/).isDisabled()).toBe(true)
      await field('Response').fill('Offer a repair first')
      await button(/^Send the response/).click()
      expect(await stateOf(run)).toMatchObject({
        responses: [{ type: 'response', args: 'Offer a repair first' }],
      })
    })

    it('is rejected', async () => {
      const run = await startApproval('Refund nothing')
      await openItem(run)
      await button(/^Reject/).click()
      await button(/^Go back/).click()
      await button(/^Reject/).click()
      await button(/^Reject/).click()
      expect(await stateOf(run)).toMatchObject({ responses: [{ type: 'ignore', args: null }] })
      await page.getByRole('region', { name: 'Just answered' }).getByText('Rejected').waitFor()
    })
  })

  it('each of two actions of the middleware of LangChain gets its own decision', async () => {
    const run = await startRun('actions', { messages: [{ role: 'user', content: 'Clean up' }] })
    await openItem(run)
    await field('count').fill('12')
    await button(/^Send 2 decisions/).click()
    const { messages } = (await stateOf(run)) as { messages: { type: string; content: string }[] }
    expect(messages.filter(({ type }) => type === 'tool').map(({ content }) => content)).toEqual([
      'sent to ana@example.com',
      'deleted 12',
    ])
  })

  it('one of two actions is rejected with a reason', async () => {
    const run = await startRun('actions', { messages: [{ role: 'user', content: 'Clean up' }] })
    await openItem(run)
    await checkScreen(ana, 'inbox-actions')
    await page
      .getByRole('group', { name: 'Decision for Call delete_rows' })
      .getByRole('button', { name: 'Reject' })
      .click()
    await field('Reason').fill('The rows are still needed')
    await button(/^Send 2 decisions/).click()
    const { messages } = (await stateOf(run)) as { messages: { type: string; content: string }[] }
    const results = messages.filter(({ type }) => type === 'tool').map(({ content }) => content)
    expect(results).toContain('The rows are still needed')
    expect(results.join()).not.toContain('deleted')
  })

  it('a question in a format that is not known is shown as JSON and gets JSON', async () => {
    const run = await startRun('sources', { title: 'x' })
    await openItem(run)
    await page.getByRole('article').getByText('pick_sources').waitFor()
    await checkScreen(ana, 'inbox-unknown')
    await typeJson('Reply as JSON', '{"picked": [')
    await page.getByText('The reply is not valid JSON').waitFor()
    expect(await button(/^Send the reply/).isDisabled()).toBe(true)
    await typeJson('Reply as JSON', '{"picked": ["a", "c"]}')
    await button(/^Send the reply/).click()
    expect(await stateOf(run)).toMatchObject({ picked: { picked: ['a', 'c'] } })
  })

  it('the output of a tool is a form, and an invalid field blocks it with the reason', async () => {
    const run = await startRun('orders', { message: 'Where is order 1017?' })
    await openItem(run)
    await page.getByText('The run waits for the output of get_order').waitFor()
    expect(await button(/^Send the output/).isDisabled()).toBe(true)
    await page.getByLabel('status').selectOption('shipped')
    await field('total').fill('-5')
    await page.getByRole('status').getByText('total must be at least 0').waitFor()
    await checkScreen(ana, 'inbox-tool-output')
    expect(await button(/^Send the output/).isDisabled()).toBe(true)
    await field('total').fill('129.90')
    await button(/^Send the output/).click()
    const { thread_id } = await readRun(run)
    const { data } = await client.get(`/api/v1/threads/${thread_id}/messages?limit=20`)
    expect(JSON.stringify(data)).toContain(String.raw`{\"status\":\"shipped\",\"total\":129.9`)
  })

  describe('a tool call that a guardrail holds', () => {
    const start = (): Promise<string> => startRun('payments', { message: 'Refund 5000 for order 1017' })
    const auditOf = async (run: string): Promise<string> =>
      JSON.stringify((await client.get(`/api/v1/governance/audit?run_id=${run}`))['data'])

    it('is approved, and then waits for its output', async () => {
      const run = await start()
      await openItem(run)
      await page.getByRole('article').getByText('amount_limit').first().waitFor()
      await button(/^Approve/).click()
      await client.waitForStatus(run, 'requires_action')
      await expect
        .poll(async () => (await client.get(`/api/v1/runs/${run}`))['required_action'])
        .toMatchObject({ type: 'submit_tool_outputs', tool_calls: [{ arguments: { amount: 5_000 } }] })
      await page.getByText('The run waits for the output of refund_payment').waitFor()
      await field('Output of refund_payment').fill('refunded')
      await button(/^Send the output/).click()
      await client.waitForStatus(run, 'completed')
      expect(await auditOf(run)).toContain('approved by ana')
    })

    it('is rejected with a reason for the audit', async () => {
      const run = await start()
      await openItem(run)
      await button(/^Reject/).click()
      await page.getByRole('region', { name: 'Like this before' }).getByText('1 approved').waitFor()
      await checkScreen(ana, 'inbox-review')
      await field('Reason').fill('not agreed')
      await button(/^Reject/).click()
      await client.waitForStatus(run, 'completed')
      expect(await auditOf(run)).toContain('not agreed')
    })
  })

  it('the keys move, edit, respond, reject and approve', async () => {
    const runs = [await startApproval('First'), await startApproval('Second'), await startApproval('Third')]
    await page.goto(`${heddle.url}/console/inbox`)
    const title = (name: string) => page.getByRole('article', { name }).waitFor()
    await title('First')
    await page.keyboard.press('j')
    await title('Second')
    await page.keyboard.press('j')
    await title('Third')
    await page.keyboard.press('k')
    await title('Second')
    await page.keyboard.press('e')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
    await page.keyboard.press('End')
    await page.keyboard.type('2')
    await page.keyboard.press('Control+Enter')
    expect(await stateOf(runs[1]!)).toMatchObject({
      responses: [{ type: 'edit', args: { args: { order: 47_112 } } }],
    })
    await title('Third')
    await page.keyboard.press('r')
    await page.keyboard.type('No')
    await page.keyboard.press('Escape')
    await button(/^Respond/).waitFor()
    await page.keyboard.press('x')
    await page.keyboard.press('Control+Enter')
    expect(await stateOf(runs[2]!)).toMatchObject({ responses: [{ type: 'ignore' }] })
    await title('First')
    await page.keyboard.press('a')
    expect(await stateOf(runs[0]!)).toMatchObject({ responses: [{ type: 'accept' }] })
    await expectEmptyQueue()
  })

  it('a reservation shows who works on the item, blocks the others, and can be released', async () => {
    const [held, free] = [await startApproval('Held'), await startApproval('Free')]
    await openItem(held)
    await openItem(held, bo.page)
    await expect.poll(() => badge(bo.page).textContent()).toContain('2')
    await button('Reserve').click()
    await page.getByText('Reserved by you').waitFor()
    await bo.page.getByText('Reserved by ana').waitFor()
    await bo.page.getByText('ana has reserved this item').waitFor()
    await checkScreen(bo, 'inbox-reserved')
    expect(await button(/^Approve/, bo.page).isDisabled()).toBe(true)
    expect(await button(/^Release/, bo.page).count()).toBe(0)
    await expect.poll(() => badge(bo.page).textContent()).toContain('1')
    await button(/^With others 1/, bo.page).click()
    await expect.poll(() => queue(bo.page).count()).toBe(1)
    await button('Release').click()
    await expectEmptyQueue(bo.page)
    await openItem(held, bo.page)
    await button('Reserve', bo.page).waitFor()
    await expect.poll(() => badge(bo.page).textContent()).toContain('2')
    await bo.page.keyboard.press('n')
    await bo.page.getByText('Reserved by you').waitFor()
    expect((await client.get(`/api/v1/runs/${held}`))['reserved_by']).toBe('bo')
    await button(/^Approve/, bo.page).click()
    expect(await stateOf(held)).toMatchObject({ responses: [{ type: 'accept' }] })
    await client.post(`/api/v1/runs/${free}/cancel`, {})
    await expectEmptyQueue(bo.page)
  })

  it('an item that was resolved elsewhere disappears, and what was typed stays visible', async () => {
    const run = await startApproval('Resolved elsewhere')
    await openItem(run)
    await button(/^Respond/).click()
    await field('Response').fill('My words')
    await button('Release').click()
    await client.post(`/api/v1/runs/${run}/resume`, { input: [{ type: 'accept', args: null }] })
    await page.getByText('This item no longer waits').first().waitFor()
    expect(await field('Response').inputValue()).toBe('My words')
    await checkScreen(ana, 'inbox-gone')
    expect(await button(/^Send the response/).isDisabled()).toBe(true)
    await expectEmptyQueue()
  })
})
