/** Guardrails in a real browser: create one, try a text, attach it, run, see the decision in the run, mark it, and see the precision. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser, openBrowser, type BrowserSession } from '../support/browser.js'
import { makeClient, type Client } from '../support/console-data.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { XSS_PAYLOADS } from '../support/xss-payloads.js'
import { checkScreen } from './check-screen.js'
import { openConsolePage, replaceText, type ConsolePage } from './console-page.js'

const ADMIN = 'bootstrap-admin-key-1'
const TEXT = 'Write to jane@example.com about order 4711.'

describe.skipIf(!hasBrowser)('the guardrails screens', () => {
  let heddle: Heddle
  let browser: BrowserSession
  let screen: ConsolePage
  let page: Page
  let client: Client

  const signIn = async (key: string): Promise<void> => {
    await screen.goto('/guardrails')
    await page.getByLabel('API key').fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Guardrails', level: 1 }).waitFor()
  }

  beforeAll(async () => {
    ;[heddle, browser] = await Promise.all([
      startHeddle({ env: { AUTH_ENABLED: 'true', API_KEYS: ADMIN } }),
      openBrowser(),
    ])
    client = makeClient(heddle, ADMIN)
    await client.post('/api/v1/assistants', { name: 'mail-desk' })
    screen = await openConsolePage(browser, heddle.url)
    page = screen.page
    await signIn(ADMIN)
    // The first request is refused, because nobody has signed in.
    expect(screen.takeProblems()).toEqual([expect.stringMatching(/status of 401 .*\/me$/)])
  })
  afterAll(async () => {
    await Promise.all([browser.close(), heddle.stop()])
  })

  it('a guardrail is created from a form that names what is wrong beside the field', async () => {
    await page.getByRole('heading', { name: 'No guardrail yet' }).waitFor()
    await page.getByRole('button', { name: 'New guardrail' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'email' }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Enter a name').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('mail_filter')
    // Only the service knows that RE2 has no lookahead.
    await dialog.getByLabel('Own patterns').fill('badge: B-(?=1)')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect.poll(() => dialog.getByLabel('Own patterns').getAttribute('aria-invalid')).toBe('true')
    await dialog.getByLabel('Own patterns').fill(String.raw`badge: B-\d{6}`)
    await dialog.getByLabel('Applies to').selectOption('named')
    await dialog.getByRole('checkbox', { name: 'input' }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'mail_filter' }).waitFor()
    const { config, applies_to } = await client.get('/api/v1/governance/guardrails/mail_filter')
    expect(applies_to).toBe('named')
    expect(config).toEqual({
      detect_patterns: ['email', { badge: String.raw`B-\d{6}` }],
      stages: ['input', 'tool_call', 'tool_result', 'output'],
    })
    // The browser reports the request that was rejected.
    expect(screen.takeProblems()).toEqual([
      expect.stringMatching(/status of 400 .*\/governance\/guardrails$/),
    ])
  })

  it('a text can be tried, and what was found is marked', async () => {
    await page.getByLabel('Text to check').fill(TEXT)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    const marked = page.getByRole('region', { name: 'Text with findings' })
    await expect.poll(() => marked.locator('mark').allTextContents()).toEqual(['jane@example.com1 email'])
    const result = page.getByRole('region', { name: 'Text after the guardrails' })
    expect(await result.textContent()).toBe('Write to [REDACTED] about order 4711.')
    expect(await page.getByLabel('Result of the check').textContent()).toContain('lexical')
  })

  it('a decision can be seen in its run and marked there, and the precision changes', async () => {
    await page.getByRole('button', { name: 'Attach to an assistant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Assistant').selectOption('mail-desk')
    await dialog.getByRole('button', { name: 'Attach' }).click()
    await page.getByRole('list', { name: 'Used by' }).getByRole('link', { name: 'mail-desk' }).waitFor()

    await screen.goto('/runs')
    await page.getByRole('button', { name: 'New run' }).first().click()
    await dialog.getByLabel('Assistant').selectOption('mail-desk')
    await replaceText(dialog.getByRole('textbox', { name: 'Input' }), JSON.stringify({ message: TEXT }))
    await dialog.getByRole('button', { name: 'Start' }).click()
    const row = page.getByRole('listbox', { name: 'Timeline' }).getByRole('option', { name: 'mail_filter' })
    await row.first().click()
    const finding = page.locator('#span-details').getByRole('group', { name: 'Finding' })
    await finding.getByText('email at characters 9 to 25').waitFor()
    expect(await finding.textContent()).toContain('lexical, output_filter')
    await finding.getByRole('button', { name: 'Wrong' }).click()
    await expect
      .poll(() => finding.getByRole('button', { name: 'Wrong' }).getAttribute('aria-pressed'))
      .toBe('true')
    await page.getByRole('tab', { name: /^Events/ }).click()
    await page
      .getByText(/mail_filter: redact in the input; .*email at characters 9 to 25/)
      .first()
      .click()
    const tab = page.getByRole('tabpanel', { name: /^Events/ })
    await tab.getByRole('group', { name: 'Finding' }).getByText('email at characters 9 to 25').waitFor()
    await checkScreen(screen, 'run-guardrail-event')

    await finding.page().getByRole('link', { name: 'Guardrail', exact: true }).first().click()
    const guardrails = page.getByRole('table', { name: 'Guardrails' })
    await guardrails.getByText('0 of 1').waitFor()
    const decisions = page.getByRole('table', { name: 'Decisions' })
    await decisions.getByRole('button', { name: 'Right' }).first().click()
    await guardrails.getByText('1 of 1').waitFor()
    await checkScreen(screen, 'guardrails')
  })

  it('a decision opens with its place, and takes a note', async () => {
    const decisions = page.getByRole('table', { name: 'Decisions' })
    await decisions.getByRole('button', { name: /email/ }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('characters 9 to 25').waitFor()
    await dialog.getByLabel('Note').fill('A test address.')
    await dialog.getByRole('button', { name: 'It was wrong' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Marked').selectOption('true_positive')
    await page.getByRole('heading', { name: 'No decision matches' }).waitFor()
    await page.getByLabel('Marked').selectOption('false_positive')
    await decisions.getByRole('button', { name: 'Wrong' }).first().waitFor()
  })

  it('policies are created, and a guardrail that a policy names cannot be deleted', async () => {
    await page.getByRole('link', { name: 'Policies and profiles' }).click()
    await page.getByRole('button', { name: 'New policy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('Enter a name').waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('mail')
    await dialog.getByRole('checkbox', { name: 'mail_filter' }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('list', { name: 'Guardrails of mail' }).getByText('mail_filter').waitFor()
    await checkScreen(screen, 'policies')
    await screen.goto('/guardrails?guardrail=mail_filter')
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete the guardrail' }).click()
    await dialog.getByText(/Policy mail uses guardrail mail_filter/).waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    expect(screen.takeProblems()).toEqual([expect.stringMatching(/status of 409 /)])
  })

  it('hostile names and texts are shown as text on guardrails and assistants', async () => {
    const text = XSS_PAYLOADS.join('\n')
    const name = XSS_PAYLOADS[0]!.slice(0, 200)
    await client.post('/api/v1/governance/guardrails', {
      name,
      type: 'disclaimer_required',
      applies_to: 'named',
      config: { text: text.slice(0, 4_000) },
    })
    await client.post('/api/v1/governance/policies', { name, guardrails: [name] })
    const config = { instructions: text, guardrails: [name] }
    const { assistant_id } = await client.post('/api/v1/assistants', { name, description: text, config })
    await screen.goto(`/guardrails?guardrail=${encodeURIComponent(name)}`)
    await page.getByRole('region', { name }).waitFor()
    await page.getByLabel('Text to check').fill(text.slice(0, 4_000))
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByLabel('Result of the check').waitFor()
    await screen.goto('/guardrails/policies')
    await page.getByRole('heading', { name, level: 3 }).waitFor()
    await screen.goto(`/assistants/${assistant_id}`)
    await page.getByRole('region', { name: 'Tools and guardrails in force' }).getByText(name).waitFor()
    expect(screen.takeProblems()).toEqual([])
  })

  it('a key without the scope write sees guardrails and decisions, and nothing to change them', async () => {
    const { key } = await client.post('/api/v1/api-keys', { name: 'reader', scopes: ['read'] })
    const reader = await openConsolePage(browser, heddle.url)
    await reader.goto('/guardrails')
    await reader.page.getByLabel('API key').fill(key)
    await reader.page.getByRole('button', { name: 'Sign in' }).click()
    await reader.page.getByRole('button', { name: /^mail_filter/ }).click()
    await reader.page.getByRole('region', { name: 'mail_filter' }).waitFor()
    const names = await reader.page.locator('main').getByRole('button').allTextContents()
    const changes = /New|Reload|Edit|Disable|Delete|Attach|Detach|^Right$|^Wrong$|Check/
    expect(names.filter((name) => changes.test(name))).toEqual([])
    await reader.close()
  })
})
