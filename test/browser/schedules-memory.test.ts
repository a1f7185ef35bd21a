/** Schedules and Memory in the console. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, replaceText, type ConsolePage } from './console-page.js'

let heddle: Heddle
let browser: BrowserSession
let screen: ConsolePage
let page: Page

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

const call = async (method: string, path: string, body?: object): Promise<Body> =>
  (await callServer(heddle, method, path, body === undefined ? {} : { body })).body

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const listCrons = async () => (await call('GET', '/api/v1/crons')).data

describe.skipIf(!hasBrowser)('schedules and memory in the console', () => {
  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([startHeddle(), openBrowser()])
    screen = await openConsolePage(browser, heddle.url, { timezoneId: 'Europe/Berlin' })
    page = screen.page
  })
  afterAll(async () => {
    expect(screen.takeProblems()).toEqual([])
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('a schedule is created with its next dates in view, and an invalid one is explained', async () => {
    await screen.goto('/schedules')
    await page.getByText('No schedules yet').waitFor()
    await button('New schedule').click()
    await expect.poll(() => dialog().getByRole('listitem').count()).toBe(5)
    expect(await dialog().getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
    await dialog().getByLabel('Schedule').fill('soon')
    await dialog().getByText('is not a cron expression').waitFor()
    expect(screen.takeProblems().filter((problem) => !problem.includes('400'))).toEqual([])
    await dialog().getByLabel('Schedule').fill('30 7 * * 1')
    await expect
      .poll(() => dialog().getByRole('listitem').allInnerTexts())
      .toEqual(Array.from({ length: 5 }, () => expect.stringMatching(/^Mon.*07:30$/)))
    await dialog().getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: '30 7 * * 1' })
    await row.getByText('Active').waitFor()
    expect(await listCrons()).toMatchObject([{ schedule: '30 7 * * 1', timezone: 'Europe/Berlin' }])
    await checkScreen(screen, 'schedules')
  })

  it('a schedule runs now, is paused, resumed, edited and deleted', async () => {
    const [{ cron_id }] = await listCrons()
    await button('Run now').click()
    await page.getByText('Started a run').waitFor()
    expect((await call('GET', `/api/v1/runs?cron_id=${cron_id}`)).data).toHaveLength(1)
    await button('Pause').click()
    await page.getByRole('row').getByText('Paused').waitFor()
    await button('Resume').click()
    await page.getByRole('row').getByText('Active').waitFor()
    const more = page.getByRole('button', { name: /^Actions of the schedule/ })
    await more.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog().getByLabel('Schedule').fill('0 9 * * 1-5')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await page.getByText('on weekdays at 9:00, Europe/Berlin').waitFor()
    await page.getByRole('link', { name: 'Runs', exact: true }).last().click()
    await expect.poll(() => page.url()).toContain(`cron=${cron_id}`)
    await page.goBack()
    await more.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No schedules yet').waitFor()
    expect(await listCrons()).toEqual([])
  })

  it('an item of the memory is created, found, edited and deleted', async () => {
    await call('PUT', '/store/items', {
      namespace: ['facts'],
      key: 'sky',
      value: { text: 'The sky is blue' },
    })
    await screen.goto('/memory')
    await button('New item').click()
    await dialog().getByLabel('Namespace').fill('users/maria')
    await dialog().getByLabel('Key').fill('language')
    await replaceText(dialog().getByRole('textbox', { name: 'Value' }), '{"text": "speaks Portuguese"}')
    await dialog().getByRole('button', { name: 'Create' }).click()
    const panel = page.getByRole('region', { name: 'Item', exact: true })
    await panel.getByText('speaks Portuguese').waitFor()
    await checkScreen(screen, 'memory')
    await panel.getByRole('button', { name: 'Edit' }).click()
    await replaceText(panel.getByRole('textbox', { name: 'Value as JSON' }), '{"text": "speaks Danish"}')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByText('speaks Danish').waitFor()
    await button('All namespaces').click()
    const keys = () => page.getByRole('table', { name: 'Items' }).getByRole('button').allInnerTexts()
    await expect.poll(keys).toEqual(['language', 'sky'])
    await page.getByRole('searchbox', { name: 'Search items' }).fill('blue')
    await expect.poll(keys).toEqual(['sky'])
    await page.getByRole('searchbox', { name: 'Search items' }).fill('')
    await button('maria').click()
    await expect.poll(keys).toEqual(['language'])
    await button('language').click()
    await panel.getByRole('button', { name: 'Delete' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No item matches').waitFor()
    const { items } = await call('POST', '/store/items/search', { namespace_prefix: [] })
    expect(items.map(({ key }: { key: string }) => key)).toEqual(['sky'])
  })
})
