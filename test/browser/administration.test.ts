/** API keys, the audit log, the cluster and Connect in the console; and what a key that can only read sees of the new screens. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

const ADMIN = 'bootstrap-admin-key-1'

let heddle: Heddle
let browser: BrowserSession
let screen: ConsolePage
let page: Page

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

/** Calls the API, as an administrator unless another key is given. */
const call = async (method: string, path: string, body?: object, key = ADMIN): Promise<Body> =>
  (await callServer(heddle, method, path, { key, ...(body !== undefined && { body }) })).body

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

const signIn = async (target: Page, key: string): Promise<void> => {
  await target.getByLabel('API key or token').fill(key)
  await target.getByRole('button', { name: 'Sign in' }).click()
  await target.getByRole('navigation', { name: 'Main' }).waitFor()
}

describe.skipIf(!hasBrowser)('administration in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([
      startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
    await screen.goto('/settings/keys')
    await signIn(page, ADMIN)
    // Before the sign-in, the page learns from a 401 that there is no session.
    screen.takeProblems()
  })
  afterAll(async () => {
    expect(screen.takeProblems()).toEqual([])
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('a key is created with scopes and an expiry, shown once, and works', async () => {
    await page.getByText('No keys yet').waitFor()
    await button('New key').click()
    await dialog().getByRole('button', { name: 'Create' }).click()
    await dialog().getByText('Say what the key is for').waitFor()
    await dialog().getByLabel('Name').fill('Shop <i>backend</i>')
    await dialog()
      .getByLabel(/^Write/)
      .uncheck()
    await dialog().getByLabel('Expires').selectOption('30')
    await dialog().getByRole('button', { name: 'Create' }).click()
    const key = await dialog().getByLabel('API key', { exact: true }).innerText()
    await dialog().getByRole('button', { name: 'I have stored it' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(key)
    const row = page.getByRole('row').filter({ hasText: 'Shop <i>backend</i>' })
    await row.getByText('Never used').waitFor()
    await row.getByText('in 29 d').waitFor()
    const me = await call('GET', '/api/v1/me', undefined, key)
    expect(me.scopes).toEqual(['read'])
    await checkScreen(screen, 'keys')
  })

  it('a key is renamed, and revoked after a confirmation', async () => {
    await button('Actions of Shop <i>backend</i>').click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await dialog().getByLabel('Name').fill('Shop')
    await dialog().getByRole('button', { name: 'Rename' }).click()
    await button('Actions of Shop').click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await dialog().getByText('This cannot be undone').waitFor()
    await dialog().getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('row').filter({ hasText: 'Shop' }).getByText('Revoked').waitFor()
  })

  it('the audit log shows these changes with their details, and is filtered', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click()
    const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(4)
    await button('created the key Shop <i>backend</i>').click()
    const panel = page.getByRole('region', { name: 'Change', exact: true })
    await panel.getByText('in the console').waitFor()
    await panel.getByText('scopes').waitFor()
    await checkScreen(screen, 'audit')
    await page.getByLabel('Action', { exact: true }).selectOption('api_key.revoke')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByLabel('Actor: name or id').fill('nobody')
    await page.getByText('No change matches').waitFor()
    expect(page.url()).toContain('actor=nobody')
    await button('Remove all filters').click()
    await expect.poll(() => rows.count()).toBe(4)
  })

  it('a node is drained after a warning, and resumed', async () => {
    await page.getByRole('link', { name: 'Cluster' }).click()
    await page.getByRole('row').filter({ hasText: 'Running' }).waitFor()
    await checkScreen(screen, 'cluster')
    await button('Drain…').click()
    await dialog().getByText('It is the only node that executes runs').waitFor()
    await dialog().getByRole('button', { name: 'Drain' }).click()
    await page.getByRole('row').filter({ hasText: 'Draining' }).waitFor()
    expect((await call('GET', '/api/v1/nodes')).data[0].draining).toBe(true)
    await button('Resume').click()
    await page.getByRole('row').filter({ hasText: 'Running' }).waitFor()
    expect((await call('GET', '/api/v1/nodes')).data[0].draining).toBe(false)
  })

  it('Connect has code with the address, the assistant and a placeholder of the key', async () => {
    await page.getByRole('link', { name: 'Connect' }).click()
    const code = page.getByLabel('Code', { exact: true }).locator('pre')
    const [assistant] = (await call('GET', '/api/v1/assistants')).data
    await expect.poll(() => code.innerText()).toContain(assistant.assistant_id)
    for (const client of ['python', 'curl', 'openai', 'usestream', 'openaijs', 'mcp', 'a2a', 'chat']) {
      await page.getByLabel('Client').selectOption(client)
      await expect.poll(() => code.innerText()).toContain('HEDDLE_API_KEY')
      expect(await code.innerText()).toContain(heddle.url.replace('127.0.0.1', new URL(page.url()).hostname))
      expect(await code.innerText()).not.toContain(ADMIN)
    }
    await checkScreen(screen, 'connect')
  })

  it('a key that can only read sees no buttons that change anything, and no screens of administrators', async () => {
    await call('POST', '/api/v1/webhooks', { url: 'https://example.com/hook', events: ['run.failed'] })
    await call('POST', '/runs/crons', { assistant_id: 'agent', schedule: '0 9 * * *', input: {} })
    await call('PUT', '/store/items', { namespace: ['users'], key: 'maria', value: { language: 'en' } })
    const { key } = await call('POST', '/api/v1/api-keys', { name: 'reader', scopes: ['read'] })
    const reader = await openConsolePage(browser, heddle.url)
    await reader.goto('/webhooks')
    await signIn(reader.page, key)
    reader.takeProblems()
    const main = reader.page.getByRole('main')
    const buttonNames = (): Promise<string[]> => main.getByRole('button').allInnerTexts()
    await main.getByRole('link', { name: /example\.com/ }).click()
    await main.getByRole('heading', { name: 'example.com' }).waitFor()
    await main.getByText('No deliveries yet').waitFor()
    expect(await buttonNames()).toEqual(['All', 'Pending', 'Delivered', 'Failed'])
    const navigation = reader.page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Schedules' }).click()
    await main.getByText('0 9 * * *').waitFor()
    expect(await buttonNames()).toEqual([])
    await navigation.getByRole('link', { name: 'Memory' }).click()
    await main.getByRole('button', { name: 'maria' }).click()
    await main.getByRole('region', { name: 'Item', exact: true }).waitFor()
    expect((await buttonNames()).filter((name) => name !== '')).toEqual(['All namespaces', 'users', 'maria'])
    for (const name of ['API keys', 'Audit log', 'Cluster'])
      expect(await navigation.getByRole('link', { name }).count()).toBe(0)
    for (const path of ['/settings/keys', '/audit', '/cluster']) {
      await reader.goto(path)
      await main.getByText('Your key does not have the scope').waitFor()
    }
    expect(reader.takeProblems()).toEqual([])
    await reader.close()
  })
})
