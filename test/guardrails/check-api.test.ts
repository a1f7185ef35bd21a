/** What assistants may ask for, and texts that are tried out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { removeAfterEach, GUARDRAILS, PII_FILTER, POLICIES } from '../support/guardrails.js'

describe.each(DATABASE_KINDS)('guardrails that are asked for on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind: engine })
  })
  afterAll(() => app.stop())
  removeAfterEach(() => app)

  describe('an assistant', () => {
    it('takes guardrails, a policy and a profile that exist', async () => {
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

    it('with anything else is told all that is wrong', async () => {
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
          'config/guardrails/nobody': expect.stringContaining('exists'),
          'config/guardrails/safety/threshold': 'must be <= 1',
          'config/guardrails/x/type': expect.stringContaining('must be one of'),
          'config/policy': expect.stringContaining('exists'),
          'config/risk_profile': expect.stringContaining('low_risk'),
        })
      }
    })
  })

  describe('a dry run', () => {
    const check = async (sent: object) => (await app.post(`${GUARDRAILS}/check`, sent)).body

    it('says what would be done, and leaves nothing behind', async () => {
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

    it('takes what is named, and what acts on everybody only when nothing is', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      await app.post(GUARDRAILS, { ...PII_FILTER, name: 'later', applies_to: 'named' })
      await app.post(POLICIES, { name: 'both', guardrails: ['later', 'pii_filter'] })
      const config = { guardrails: ['later'] }
      const { assistant_id } = (await app.post('/api/v1/assistants', { name: 'A', config })).body
      const names = async (sent: object) =>
        (await check({ text: '', ...sent })).decisions.map(
          ({ guardrail }: { guardrail: string }) => guardrail,
        )
      expect(await names({})).toEqual(['pii_filter'])
      expect(await names({ guardrails: ['later'] })).toEqual(['later'])
      expect(await names({ policy: 'both' })).toEqual(['later', 'pii_filter'])
      // `later` is the same as pii_filter in all but its name.
      expect(await names({ assistant_id })).toEqual(['pii_filter', 'later'])
      expect(await names({ risk_profile: 'low_risk' })).toEqual(['low_risk/pii_filter'])
      expect(await names({ risk_profile: 'low_risk', stage: 'input' })).toEqual(['low_risk/prompt_injection'])
    })

    it('says what it did not ask', async () => {
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
    ])('of nonsense is refused (%#)', async (sent, status) => {
      expect((await app.post(`${GUARDRAILS}/check`, sent)).status).toBe(status)
    })
  })
})
