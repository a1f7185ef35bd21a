/** Guardrails in the config of assistants, and dry runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { removeAfterEach, GUARDRAILS, PII_FILTER, POLICIES } from '../support/guardrails.js'

describe.each(DATABASE_KINDS)('selecting guardrails on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())
  removeAfterEach(() => app)

  describe('an assistant', () => {
    it('an assistant accepts existing guardrails, policies and risk profiles', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      await app.post(POLICIES, { name: 'finance', guardrails: ['pii_filter'] })
      const config = {
        guardrails: ['pii_filter', { ...PII_FILTER, name: 'own' }],
        policy: 'finance',
        risk_profile: 'high_risk',
      }
      const made = await app.post('/api/v1/assistants', { name: 'A', config })
      expect(made).toMatchObject({ status: 201, body: { config } })
      expect((await app.patch(`/api/v1/assistants/${made.body.id}`, { config })).status).toBe(200)
    })

    it('an assistant with an invalid selection is rejected with all problems', async () => {
      const own = {
        name: 'safety',
        type: 'content_safety',
        config: { categories: ['violence'], threshold: 2 },
      }
      const config = {
        guardrails: ['nobody', own, { name: 'x', type: 'y' }],
        policy: 'none',
        risk_profile: 'no_risk',
      }
      const { body: assistant } = await app.post('/api/v1/assistants', { name: 'A' })
      for (const { status, body } of [
        await app.post('/api/v1/assistants', { name: 'B', config }),
        await app.patch(`/api/v1/assistants/${assistant.id}`, { config }),
      ]) {
        expect(status).toBe(400)
        expect(body.details).toEqual({
          'config/guardrails/nobody': 'does not exist',
          'config/guardrails/safety/threshold': 'must be <= 1',
          'config/guardrails/x/type': expect.stringContaining('must be one of'),
          'config/policy': 'does not exist',
          'config/risk_profile': expect.stringContaining('low_risk'),
        })
      }
    })
  })

  describe('a dry run', () => {
    const check = async (request: object) => (await app.post(`${GUARDRAILS}/check`, request)).body

    it('a dry run returns the decisions and stores nothing', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      const body = await check({ text: 'It is 536-90-4399.' })
      expect(body).toMatchObject({
        action: 'redact',
        text: 'It is [REDACTED].',
        decisions: [
          {
            guardrail: 'pii_filter',
            type: 'output_filter',
            stage: 'output',
            action: 'redact',
            category: 'ssn',
            score: null,
            detector: 'lexical',
            spans: [{ start: 6, end: 17, label: 'ssn' }],
          },
        ],
        not_checked: [],
      })
      expect((await app.get(`${GUARDRAILS}/metrics`)).body.summary.total_requests).toBe(0)
      expect((await app.get('/api/v1/governance/audit')).body.data).toEqual([])
    })

    it('a dry run uses the named guardrails, and the global ones only if none is named', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      await app.post(GUARDRAILS, { ...PII_FILTER, name: 'later', applies_to: 'named' })
      await app.post(POLICIES, { name: 'both', guardrails: ['later', 'pii_filter'] })
      const config = { guardrails: ['later'] }
      const { assistant_id } = (await app.post('/api/v1/assistants', { name: 'A', config })).body
      const names = async (request: object) =>
        (await check({ text: '', ...request })).decisions.map(
          ({ guardrail }: { guardrail: string }) => guardrail,
        )
      expect(await names({})).toEqual(['pii_filter'])
      expect(await names({ guardrails: ['later'] })).toEqual(['later'])
      expect(await names({ policy: 'both' })).toEqual(['later', 'pii_filter'])
      // `later` differs from `pii_filter` only in its name.
      expect(await names({ assistant_id })).toEqual(['pii_filter', 'later'])
      expect(await names({ risk_profile: 'low_risk' })).toEqual(['low_risk/pii_filter'])
      expect(await names({ risk_profile: 'low_risk', stage: 'input' })).toEqual(['low_risk/prompt_injection'])
    })

    it('a dry run lists the guardrails that it did not check', async () => {
      const model = {
        name: 's',
        type: 'content_safety',
        config: { categories: ['violence'], model: 'openai:x' },
      }
      const { not_checked } = await check({ text: 'Hello.', guardrails: [model], risk_profile: 'high_risk' })
      expect(not_checked.map(({ guardrail }: { guardrail: string }) => guardrail)).toEqual([
        'high_risk/anomaly_detection',
        's',
      ])
    })

    it.each([
      [{ text: 'x', guardrails: ['nobody'] }, 400],
      [{ text: 'x', guardrails: [{ ...PII_FILTER, type: 'x' }] }, 400],
      [{ text: 'x', policy: 'nobody' }, 400],
      [{ text: 'x', risk_profile: 'no_risk' }, 400],
      [{ text: 'x', stage: 'later' }, 400],
      [{ text: 'x'.repeat(20_001) }, 400],
      [{}, 400],
      [{ text: 'x', assistant_id: MISSING_ID }, 404],
    ])('a dry run rejects an invalid request (%#)', async (request, status) => {
      expect((await app.post(`${GUARDRAILS}/check`, request)).status).toBe(status)
    })
  })
})
