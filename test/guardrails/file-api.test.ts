/** GUARDRAILS_FILE applies to every tenant, and only a valid file replaces the loaded one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

const API = '/api/v1/governance'
const GOOD = `
guardrails:
  - name: pii_filter
    type: output_filter
    enabled: true
    config:
      detect_patterns:
        - ssn: '\\d{3}-\\d{2}-\\d{4}'
  - { name: disclaimer, type: disclaimer_required, applies_to: named, config: { text: No advice. } }
policies:
  - { name: finance, guardrails: [disclaimer], audit_level: full, retention_days: 365 }
risk_profiles:
  low_risk: { guardrails: [pii_filter] }
`
const BROKEN = `
guardrails:
  - { name: safety, type: content_safety, config: { categories: [violence], threshold: 7 } }
`

describe('a guardrails file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-guardrails-'))
  const file = join(folder, 'guardrails.yaml')
  const env = { GUARDRAILS_FILE: file }
  let app: TestApp
  beforeAll(async () => {
    writeFileSync(file, GOOD)
    app = await startApp({ env })
  })
  beforeEach(async () => {
    writeFileSync(file, GOOD)
    await app.post(`${API}/reload`)
  })
  afterAll(async () => {
    await app.stop()
    rmSync(folder, { recursive: true })
  })
  const named = async (url: string) =>
    (await app.get(url)).body.data.map(({ name }: { name: string }) => name)

  it('guardrails of the file are listed and cannot be changed through the API', async () => {
    expect(await named(`${API}/guardrails?source=file`)).toEqual(['pii_filter', 'disclaimer'])
    expect(await named(`${API}/policies?source=file`)).toEqual(['finance'])
    expect(await named(`${API}/guardrails`)).toEqual([])
    const { body } = await app.get(`${API}/guardrails/pii_filter`)
    expect(body).toMatchObject({ name: 'pii_filter', source: 'file', applies_to: 'all' })
    expect((await app.get(`${API}/guardrails/${body.id}`)).body).toEqual(body)
    for (const url of [`${API}/guardrails/pii_filter`, `${API}/policies/finance`])
      for (const { status, body: refused } of [await app.patch(url, {}), await app.remove(url)])
        expect([status, refused.details]).toEqual([409, { source: 'file' }])
    const own = { name: 'pii_filter', type: 'prompt_injection' }
    expect((await app.post(`${API}/guardrails`, own)).status).toBe(409)
    expect((await app.post(`${API}/policies`, { name: 'finance', guardrails: [] })).status).toBe(409)
    expect((await app.get(`${API}/profiles/low_risk`)).body).toMatchObject({
      guardrails: ['pii_filter'],
      source: 'file',
    })
  })

  it('guardrails of the file are paginated', async () => {
    const first = (await app.get(`${API}/guardrails?source=file&limit=1`)).body
    expect(first.has_more).toBe(true)
    const second = (await app.get(`${API}/guardrails?source=file&limit=1&cursor=${first.next_cursor}`)).body
    expect([first.data[0].name, second.data[0].name, second.has_more]).toEqual([
      'pii_filter',
      'disclaimer',
      false,
    ])
  })

  it('guardrails of the file apply, and assistants and policies can name them', async () => {
    const check = async (request: object) => (await app.post(`${API}/guardrails/check`, request)).body.text
    const text = 'It is 536-90-4399.'
    expect(await check({ text })).toBe('It is [REDACTED].')
    expect(await check({ text, policy: 'finance' })).toBe(`${text}\n\nNo advice.`)
    const config = { policy: 'finance', guardrails: ['disclaimer'] }
    const { status, body } = await app.post('/api/v1/assistants', { name: 'A', config })
    expect(status).toBe(201)
    expect(await check({ text, assistant_id: body.id })).toBe('It is [REDACTED].\n\nNo advice.')
    const policy = { name: 'own', guardrails: ['disclaimer'] }
    expect((await app.post(`${API}/policies`, policy)).status).toBe(201)
    // The next file removes the guardrail that the policy names: the check fails instead of skipping it.
    writeFileSync(file, 'guardrails: []')
    await app.post(`${API}/reload`)
    const { body: refused } = await app.post(`${API}/guardrails/check`, { text, policy: 'own' })
    expect(refused.details).toEqual({ policy: expect.stringContaining('disclaimer') })
  })

  it('a reload replaces the file only if the new one is valid', async () => {
    writeFileSync(file, JSON.stringify({ guardrails: [{ name: 'other', type: 'prompt_injection' }] }))
    expect(await app.post(`${API}/reload`)).toMatchObject({
      status: 200,
      body: { guardrails: 1, policies: 0, risk_profiles: [] },
    })
    expect(await named(`${API}/guardrails?source=file`)).toEqual(['other'])
    for (const [text, path] of [
      [BROKEN, `${file}/guardrails/safety/threshold`],
      ['guardrails:\n  - "', `${file}/line 2`],
    ] as const) {
      writeFileSync(file, text)
      const { status, body } = await app.post(`${API}/reload`)
      expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'validation_error', [path]])
      expect(await named(`${API}/guardrails?source=file`)).toEqual(['other'])
    }
    rmSync(file)
    expect((await app.post(`${API}/reload`)).status).toBe(400)
    expect(await named(`${API}/guardrails?source=file`)).toEqual(['other'])
  })

  it('the service does not start with an invalid or missing file', async () => {
    writeFileSync(file, BROKEN)
    await expect(startApp({ env })).rejects.toThrow(`${file}/guardrails/safety/threshold must be <= 1`)
    await expect(startApp({ env: { GUARDRAILS_FILE: `${file}.none` } })).rejects.toThrow(/cannot be read/)
  })
})
