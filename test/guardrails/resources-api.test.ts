/** Guardrails, policies and risk profiles as API resources. The audit is tested in audit-api.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { removeAfterEach, GUARDRAILS, PII_FILTER, POLICIES } from '../support/guardrails.js'

describe.each(DATABASE_KINDS)('guardrail resources on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())
  removeAfterEach(() => app)

  describe('a guardrail', () => {
    it('a guardrail of the specification is created, and read by ID and by name', async () => {
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
    ])('a guardrail of each type is created: %j', async (input) => {
      expect(await app.post(GUARDRAILS, { name: 'g', ...input })).toMatchObject({ status: 201, body: input })
    })

    it.each([
      ['an unknown type', { type: 'mind_reading' }, { type: /must be one of topic_restriction/ }],
      ['no name', { name: undefined }, { name: /is required/ }],
      ['an unknown field', { enbled: false }, { enbled: /unknown field/ }],
      ['an unknown key', { config: { detect_paterns: [] } }, { 'config/detect_paterns': /not a known key/ }],
      [
        'a pattern that cannot be run in linear time',
        { config: { detect_patterns: [{ word: '(a)\\1' }] } },
        { 'config/detect_patterns/0/word': /pattern "word" uses a backreference/ },
      ],
      [
        'an invalid pattern',
        { config: { detect_patterns: { word: '(' } } },
        { 'config/detect_patterns/word': /pattern "word"/ },
      ],
      [
        'a threshold out of range and an unknown category',
        { type: 'content_safety', config: { categories: ['rudeness'], threshold: 1.5 } },
        { 'config/threshold': /must be <= 1/, 'config/categories/0': /must be one of/ },
      ],
      [
        'lists that contradict each other',
        { type: 'topic_restriction', config: { allowed: ['a', 'b'], blocked: ['b'] } },
        { 'config/blocked': /contains b, which is also allowed/ },
      ],
      [
        'an invalid alert',
        {
          type: 'anomaly_detection',
          config: { metrics: ['topic_drift_score'], baseline_window: 9, alert_on: 'two' },
        },
        { 'config/alert_on': /pattern|must be/ },
      ],
      [
        'a missing required field',
        { type: 'disclaimer_required', config: {} },
        { 'config/text': /is required/ },
      ],
      [
        'a minimum above the maximum',
        { type: 'output_integrity', config: { min_length: 9, max_length: 1 } },
        { 'config/min_length': /at most/ },
      ],
      ['a name that cannot be stored', { name: 'a\u0000' }, { name: /U\+0000/ }],
    ])('a guardrail with %s is rejected with the reason', async (_, input, details) => {
      const { status, body } = await app.post(GUARDRAILS, { ...PII_FILTER, ...input })
      expect([status, body.error]).toEqual([400, 'validation_error'])
      const expected = Object.entries(details).map(([path, text]) => [path, expect.stringMatching(text)])
      expect(body.details).toEqual(Object.fromEntries(expected))
      expect((await app.get(GUARDRAILS)).body.data).toEqual([])
    })

    it('a guardrail is updated field by field, and an invalid update is rejected', async () => {
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

    it('the name of a guardrail is unique', async () => {
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

    it('a guardrail that a policy names cannot be deleted or renamed', async () => {
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

    it('a guardrail is created once per idempotency key', async () => {
      const headers = { 'idempotency-key': 'g1' }
      const first = await app.post(GUARDRAILS, PII_FILTER, headers)
      expect((await app.post(GUARDRAILS, PII_FILTER, headers)).body).toEqual(first.body)
    })

    it('guardrails are paginated, newest first', async () => {
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
    it('a policy is created, read, updated and deleted', async () => {
      await app.post(GUARDRAILS, PII_FILTER)
      const input = {
        name: 'finance',
        guardrails: ['pii_filter', { ...PII_FILTER, name: 'own' }],
        audit_level: 'full',
      }
      const { status, body } = await app.post(POLICIES, { ...input, metadata: { a: 1 } })
      expect(status).toBe(201)
      expect(body).toMatchObject({ ...input, id: body.policy_id, retention_days: 30, source: 'api' })
      expect((await app.get(`${POLICIES}/finance`)).body).toEqual(body)
      const changed = await app.patch(`${POLICIES}/${body.id}`, { retention_days: 365, metadata: { b: 2 } })
      expect(changed.body).toMatchObject({ ...input, retention_days: 365, metadata: { a: 1, b: 2 } })
      expect((await app.get(POLICIES)).body.data).toEqual([changed.body])
      expect((await app.post(POLICIES, input)).status).toBe(409)
      expect((await app.remove(`${POLICIES}/finance`)).body).toEqual({ deleted: true, policy_id: body.id })
      expect((await app.get(`${POLICIES}/finance`)).status).toBe(404)
    })

    it.each([
      ['an unknown name', ['nobody'], { 'guardrails/nobody': /does not exist/ }],
      [
        'an invalid definition',
        [{ ...PII_FILTER, config: { x: 1 } }],
        { 'guardrails/pii_filter/x': /not a known key/ },
      ],
      ['a definition without a name', [{ type: 'prompt_injection' }], { 'guardrails/0/name': /required/ }],
      ['a definition twice', [PII_FILTER, PII_FILTER], { 'guardrails/pii_filter': /twice/ }],
      ['a number', [5], { 'guardrails/0': /must be/ }],
    ])('a policy with %s is rejected', async (_, guardrails, details) => {
      const { status, body } = await app.post(POLICIES, { name: 'p', guardrails })
      expect(status).toBe(400)
      const expected = Object.entries(details).map(([path, text]) => [path, expect.stringMatching(text)])
      expect(body.details).toEqual(Object.fromEntries(expected))
    })
  })

  it('risk profiles are listed', async () => {
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
  it('reading guardrails requires the scope read, changing them or reloading the file the scope admin', async () => {
    const app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: 'an-admin-key-of-tests' } })
    const as = async (scopes: string[]) => {
      const admin = { authorization: 'Bearer an-admin-key-of-tests' }
      const { key } = (await app.post('/api/v1/api-keys', { name: 'k', scopes }, admin)).body
      return { authorization: `Bearer ${key}` }
    }
    const [reader, writer] = [await as(['read']), await as(['read', 'write'])]
    expect((await app.get(GUARDRAILS, reader)).status).toBe(200)
    expect((await app.post(GUARDRAILS, PII_FILTER, reader)).status).toBe(403)
    expect((await app.post(GUARDRAILS, PII_FILTER, writer)).status).toBe(403)
    expect((await app.post('/api/v1/governance/reload', {}, writer)).status).toBe(403)
    const admin = await as(['admin'])
    expect((await app.post(GUARDRAILS, PII_FILTER, admin)).status).toBe(201)
    expect(await app.post('/api/v1/governance/reload', {}, admin)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('GUARDRAILS_FILE') },
    })
    await app.stop()
  })
})
