/** Guardrails, policies and profiles as resources. What they decided is in governance-audit.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { removeAfterEach, GUARDRAILS, PII_FILTER, POLICIES } from '../support/guardrails.js'

describe.each(DATABASE_KINDS)('governance on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind: engine })
  })
  afterAll(() => app.stop())
  removeAfterEach(() => app)

  describe('a guardrail', () => {
    it('is made as the specification writes it, and read by its id and its name', async () => {
      const { status, body } = await app.post(GUARDRAILS, PII_FILTER)
      expect(status).toBe(201)
      expect(body).toEqual({
        id: body.guardrail_id,
        guardrail_id: body.guardrail_id,
        ...PII_FILTER,
        enabled: true,
        applies_to: 'all',
        source: 'api',
        created_at: body.created_at,
        updated_at: body.created_at,
      })
      expect((await app.get(`${GUARDRAILS}/${body.id.toUpperCase()}`)).body).toEqual(body)
      expect((await app.get(`${GUARDRAILS}/pii_filter`)).body).toEqual(body)
      expect((await app.get('/governance/guardrails/pii_filter')).body).toEqual(body)
      expect((await app.get(GUARDRAILS)).body).toEqual({ data: [body], has_more: false, next_cursor: null })
    })

    it.each([
      [{ type: 'topic_restriction', config: { allowed: ['billing'], blocked: ['politics'] } }],
      [
        {
          type: 'anomaly_detection',
          config: {
            metrics: ['response_length_variance', 'sentiment_deviation', 'topic_drift_score'],
            baseline_window: 100,
            alert_on: '2_sigma_deviation',
          },
        },
      ],
      [{ type: 'output_filter', config: { detect_patterns: { ssn: '\\d+' }, block_patterns: ['secret'] } }],
      [{ type: 'output_filter', config: { detect_patterns: ['email', { name: 'id', pattern: 'ID\\d' }] } }],
      [{ type: 'content_safety', config: { categories: ['hate_speech'], threshold: 0.8, action: 'block' } }],
      [
        {
          type: 'output_integrity',
          config: { min_length: 1, max_length: 9, require_complete_sentences: true },
        },
      ],
      [{ type: 'disclaimer_required', config: { text: 'No advice.' } }],
      [{ type: 'human_review', config: { for_amounts_over: 10_000 } }],
      [{ type: 'prompt_injection' }],
      [{ type: 'rate_of_spend', config: { per: 'thread', max_tokens: 5 } }],
    ])('of each type is taken: %j', async (sent) => {
      expect(await app.post(GUARDRAILS, { name: 'g', ...sent })).toMatchObject({ status: 201, body: sent })
    })

    it.each([
      ['an unknown type', { type: 'mind_reading' }, { type: /must be one of topic_restriction/ }],
      ['no name', { name: undefined }, { name: /is required/ }],
      ['an unknown field', { enbled: false }, { body: /unknown field/ }],
      ['an unknown key', { config: { detect_paterns: [] } }, { 'config/detect_paterns': /no key/ }],
      [
        'a pattern that cannot be run in linear time',
        { config: { detect_patterns: [{ word: '(a)\\1' }] } },
        { 'config/detect_patterns/0/word': /pattern "word" refers back/ },
      ],
      [
        'a pattern that is none',
        { config: { detect_patterns: { word: '(' } } },
        { 'config/detect_patterns/word': /pattern "word"/ },
      ],
      [
        'a threshold out of range and a category that is none',
        { type: 'content_safety', config: { categories: ['rudeness'], threshold: 1.5 } },
        { 'config/threshold': /must be <= 1/, 'config/categories/0': /must be one of/ },
      ],
      [
        'lists that contradict each other',
        { type: 'topic_restriction', config: { allowed: ['a', 'b'], blocked: ['b'] } },
        { 'config/blocked': /holds b, which is allowed too/ },
      ],
      [
        'an alert that is none',
        {
          type: 'anomaly_detection',
          config: { metrics: ['topic_drift_score'], baseline_window: 9, alert_on: 'two' },
        },
        { 'config/alert_on': /pattern|must be/ },
      ],
      [
        'nothing of what it needs',
        { type: 'disclaimer_required', config: {} },
        { 'config/text': /is required/ },
      ],
      [
        'bounds the wrong way round',
        { type: 'output_integrity', config: { min_length: 9, max_length: 1 } },
        { 'config/min_length': /more than/ },
      ],
      ['a name that cannot be stored', { name: 'a\u0000' }, { name: /U\+0000/ }],
    ])('with %s is refused, and told why', async (_, sent, details) => {
      const { status, body } = await app.post(GUARDRAILS, { ...PII_FILTER, ...sent })
      expect([status, body.error]).toEqual([400, 'validation_error'])
      const expected = Object.entries(details).map(([path, text]) => [path, expect.stringMatching(text)])
      expect(body.details).toEqual(Object.fromEntries(expected))
      expect((await app.get(GUARDRAILS)).body.data).toEqual([])
    })

    it('is changed field by field, and never into one that does not work', async () => {
      const { body: made } = await app.post(GUARDRAILS, PII_FILTER)
      app.clock.advance(1_000)
      const url = `${GUARDRAILS}/pii_filter`
      const changed = await app.patch(url, { enabled: false, applies_to: 'named', name: 'pii' })
      expect(changed).toMatchObject({
        status: 200,
        body: {
          ...PII_FILTER,
          name: 'pii',
          enabled: false,
          applies_to: 'named',
          created_at: made.created_at,
        },
      })
      expect(changed.body.updated_at > made.updated_at).toBe(true)
      const refused = await app.patch(`${GUARDRAILS}/pii`, { type: 'content_safety' })
      expect(refused).toMatchObject({
        status: 400,
        body: { details: { 'config/categories': 'is required' } },
      })
      expect((await app.get(`${GUARDRAILS}/${made.id}`)).body).toEqual(changed.body)
      expect((await app.get(url)).status).toBe(404)
    })

    it('has a name of its own', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      const { body: other } = await app.post(GUARDRAILS, { ...PII_FILTER, name: 'other' })
      for (const refused of [
        await app.post(GUARDRAILS, PII_FILTER),
        await app.patch(`${GUARDRAILS}/${other.id}`, { name: PII_FILTER.name }),
      ])
        expect(refused).toMatchObject({
          status: 409,
          body: { error: 'resource_conflict', message: expect.stringContaining('pii_filter') },
        })
    })

    it('that a policy names cannot be deleted or renamed until the policy is gone', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      await app.post(POLICIES, { name: 'finance', guardrails: ['pii_filter'] })
      const url = `${GUARDRAILS}/pii_filter`
      for (const refused of [await app.remove(url), await app.patch(url, { name: 'x' })])
        expect(refused).toMatchObject({ status: 409, body: { details: { policy: 'finance' } } })
      expect((await app.patch(url, { enabled: false })).status).toBe(200)
      await app.remove(`${POLICIES}/finance`)
      expect((await app.remove(url)).body).toMatchObject({ deleted: true })
      for (const missing of [url, `${GUARDRAILS}/${MISSING_ID}`, `${GUARDRAILS}/%00`])
        for (const call of [app.get(missing), app.patch(missing, {}), app.remove(missing)])
          expect((await call).status).toBe(404)
    })

    it('is made once under an idempotency key', async () => {
      const headers = { 'idempotency-key': 'g1' }
      const first = await app.post(GUARDRAILS, PII_FILTER, headers)
      expect((await app.post(GUARDRAILS, PII_FILTER, headers)).body).toEqual(first.body)
    })

    it('is found page by page, newest first', async () => {
      for (const name of ['a', 'b', 'c']) {
        await app.post(GUARDRAILS, { ...PII_FILTER, name })
        app.clock.advance(1)
      }
      const first = (await app.get(`${GUARDRAILS}?limit=2`)).body
      const second = (await app.get(`${GUARDRAILS}?limit=2&cursor=${first.next_cursor}`)).body
      expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(['c', 'b', 'a'])
      expect(second.has_more).toBe(false)
    })
  })

  describe('a policy', () => {
    it('is made, read, changed and deleted', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      const sent = {
        name: 'finance',
        guardrails: ['pii_filter', { ...PII_FILTER, name: 'own' }],
        audit_level: 'full',
      }
      const { status, body } = await app.post(POLICIES, { ...sent, metadata: { a: 1 } })
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...sent, id: body.policy_id, retention_days: 30, source: 'api' })
      expect((await app.get(`${POLICIES}/finance`)).body).toEqual(body)
      const changed = await app.patch(`${POLICIES}/${body.id}`, { retention_days: 365, metadata: { b: 2 } })
      expect(changed.body).toMatchObject({ ...sent, retention_days: 365, metadata: { a: 1, b: 2 } })
      expect((await app.get(POLICIES)).body.data).toEqual([changed.body])
      expect((await app.post(POLICIES, sent)).status).toBe(409)
      expect((await app.remove(`${POLICIES}/finance`)).body).toEqual({ deleted: true, policy_id: body.id })
      expect((await app.get(`${POLICIES}/finance`)).status).toBe(404)
    })

    it.each([
      ['a name that nobody has', ['nobody'], { 'guardrails/nobody': /exists/ }],
      [
        'a definition that does not work',
        [{ ...PII_FILTER, config: { x: 1 } }],
        { 'guardrails/pii_filter/x': /no key/ },
      ],
      ['a definition without a name', [{ type: 'prompt_injection' }], { 'guardrails/0/name': /required/ }],
      ['a definition twice', [PII_FILTER, PII_FILTER], { 'guardrails/pii_filter': /twice/ }],
      ['a number', [5], { 'guardrails/0': /must be/ }],
    ])('with %s is refused', async (_, guardrails, details) => {
      const { status, body } = await app.post(POLICIES, { name: 'p', guardrails })
      expect(status).toBe(400)
      const expected = Object.entries(details).map(([path, text]) => [path, expect.stringMatching(text)])
      expect(body.details).toEqual(Object.fromEntries(expected))
    })
  })

  it('shows what is in the risk profiles', async () => {
    const { data } = (await app.get('/api/v1/governance/profiles')).body
    expect(
      data.map(({ name, audit_level, retention_days }: Record<string, unknown>) => [
        name,
        audit_level,
        retention_days,
      ]),
    ).toEqual([
      ['low_risk', 'minimal', 30],
      ['medium_risk', 'standard', 90],
      ['high_risk', 'comprehensive', 365],
    ])
    const { body } = await app.get('/api/v1/governance/profiles/high_risk')
    expect(body).toEqual(data[2])
    expect(body.guardrails.map(({ type }: { type: string }) => type)).toContain('human_review')
    expect((await app.get('/api/v1/governance/profiles/no_risk')).status).toBe(404)
  })
})

describe('with authentication', () => {
  it('needs the scopes of other resources, and admin to load the file', async () => {
    const app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: 'an-admin-key-of-tests' } })
    const as = async (scopes: string[]) => {
      const admin = { authorization: 'Bearer an-admin-key-of-tests' }
      const { key } = (await app.post('/api/v1/api-keys', { name: 'k', scopes }, admin)).body
      return { authorization: `Bearer ${key}` }
    }
    const [reader, writer] = [await as(['read']), await as(['read', 'write'])]
    expect((await app.get(GUARDRAILS, reader)).status).toBe(200)
    expect((await app.post(GUARDRAILS, PII_FILTER, reader)).status).toBe(403)
    expect((await app.post(GUARDRAILS, PII_FILTER, writer)).status).toBe(201)
    expect((await app.post('/api/v1/governance/reload', {}, writer)).status).toBe(403)
    const admin = await as(['admin'])
    expect(await app.post('/api/v1/governance/reload', {}, admin)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('GUARDRAILS_FILE') },
    })
    await app.stop()
  })
})
