/** Webhooks in the console: create an endpoint, test it, read its deliveries, rotate its secret, redeliver, disable and delete it. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, type ConsolePage } from './console-page.js'

let heddle: Heddle
let receiver: WebhookReceiver
let browser: BrowserSession
let screen: ConsolePage
let page: Page

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

const readSecret = async (): Promise<string> => {
  const secret = await dialog().getByLabel('Secret', { exact: true }).innerText()
  await dialog().getByRole('button', { name: 'I have stored it' }).click()
  await dialog().waitFor({ state: 'detached' })
  return secret
}

describe.skipIf(!hasBrowser)('webhooks in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser, receiver] = await Promise.all([
      startHeddle({ env: { WEBHOOK_RETRY_SECONDS: '0.2,3600' } }),
      openBrowser(),
      startWebhookReceiver({ status: 202, body: 'thank you' }),
    ])
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
  })
  afterAll(async () => {
    expect(screen.takeProblems()).toEqual([])
    await Promise.all([browser.close(), heddle.stop(), receiver.stop()])
  })

  it('an endpoint is created with problems beside their fields, and its secret is shown once', async () => {
    await screen.goto('/webhooks')
    await page.getByText('No endpoints yet').waitFor()
    await button('New endpoint').click()
    await dialog().getByLabel('URL').fill('example')
    await dialog().getByRole('button', { name: 'Create' }).click()
    await dialog().getByText('This is not a URL').waitFor()
    await dialog().getByLabel('URL').fill('https://user:password@example.com')
    await dialog().getByRole('button', { name: 'Create' }).click()
    await dialog().getByText('Must not contain credentials').waitFor()
    expect(screen.takeProblems().filter((problem) => !problem.includes('400'))).toEqual([])
    await dialog().getByLabel('URL').fill(`${receiver.url}/hook`)
    await dialog().getByLabel('Name').fill('Shop <b>1</b>')
    await dialog().getByLabel('eval.completed').check()
    await dialog().getByRole('button', { name: 'Create' }).click()
    expect(await readSecret()).toMatch(/^whsec_/)
    await page.getByRole('heading', { name: 'Shop <b>1</b>' }).waitFor()
    expect(await page.content()).not.toMatch(/whsec_[A-Za-z0-9+/]/)
  })

  it('a test event is sent, and its request and response are shown', async () => {
    await button('Send test').click()
    const [received] = await receiver.waitFor(1)
    const panel = page.getByRole('region', { name: 'Delivery', exact: true })
    await panel.getByText('HTTP 202').waitFor()
    await panel.getByText('thank you').waitFor()
    await panel.getByText(`webhook-id: ${received!.id}`).waitFor()
    await checkScreen(screen, 'webhook')
  })

  it('a failed event shows its attempts and the next one, and is delivered again after the repair', async () => {
    receiver.respondWith({ status: 500, body: 'broken' })
    await button('Send test').click()
    const panel = page.getByRole('region', { name: 'Delivery', exact: true })
    await expect.poll(() => panel.getByRole('button', { name: /500/ }).count()).toBe(2)
    await panel.getByText('Next attempt').waitFor()
    await page.getByText('2 failures in a row').waitFor()
    receiver.respondWith({ status: 200 })
    await panel.getByRole('button', { name: 'Redeliver now' }).click()
    await panel.getByText('Delivered').waitFor()
    await page.getByText('The last attempt succeeded.').waitFor()
  })

  it('the secret is rotated, and all delivered events of a range are sent again', async () => {
    await button('Rotate…').click()
    await dialog().getByRole('button', { name: 'Rotate' }).click()
    expect(await readSecret()).toMatch(/^whsec_/)
    await page.getByText(/Rotated: the old one also signs/).waitFor()
    const before = receiver.received.length
    await button('Recover since…').click()
    await dialog().getByLabel('Which events').selectOption('delivered')
    await dialog().getByRole('button', { name: 'Send again' }).click()
    await page.getByText('2 events will be sent again').waitFor()
    await receiver.waitFor(before + 2)
  })

  it('the log of all endpoints is filtered, and the filters are in the URL', async () => {
    await screen.goto('/webhooks')
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(3)
    await checkScreen(screen, 'webhooks')
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click()
    await page.getByText('No delivery matches').waitFor()
    expect(page.url()).toContain('status=failed')
    await button('Remove all filters').click()
    await page.getByLabel('Event', { exact: true }).selectOption('webhook.test')
    await expect.poll(() => rows.count()).toBe(3)
  })

  it('an endpoint is edited, disabled and deleted after a confirmation', async () => {
    await page.getByRole('link', { name: /^Shop/ }).click()
    await button('Edit').click()
    await dialog().getByLabel('Name').fill('Store')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Store' }).waitFor()
    await button('Disable').click()
    await button('Enable').waitFor()
    expect(await button('Send test').isDisabled()).toBe(true)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog().getByText('This cannot be undone').waitFor()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No endpoints yet').waitFor()
  })
})
