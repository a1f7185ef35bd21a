import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { makeDataset } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

let app: TestApp
let assistant_id: string
let dataset_id: string

beforeAll(async () => {
  app = await startApp()
  assistant_id = await createAssistant(app, { name: 'A' })
  dataset_id = await makeDataset(app, [{ input: { message: 'a' } }])
})
afterAll(() => app.stop())

/** Tries to create an evaluation and checks that nothing is stored. */
const make = async (fields: object) => {
  const reply = await app.post('/api/v1/evals', {
    name: 'E',
    assistant_id,
    dataset_id,
    run_immediately: true,
    ...fields,
  })
  expect((await app.get('/api/v1/evals')).body.data).toEqual([])
  return reply
}
const contains = { name: 'polite', scorer: 'contains', config: { substring: 'please' } }
const pairs = { name: 'helpfulness', scorer: 'pairwise' }
const pair = () => [{ assistant_id }, { assistant_id, version: 1 }]

describe('a refused evaluation', () => {
  it.each([
    ['a dataset', { dataset_id: MISSING_ID }],
    ['a version of the dataset', { dataset_version: 3 }],
    ['an assistant', { assistant_id: MISSING_ID }],
    ['a version of the assistant', { assistant_version: 2 }],
  ])('an evaluation of %s that does not exist is not created', async (_, fields) => {
    expect(await make(fields)).toMatchObject({ status: 404, body: { error: 'resource_not_found' } })
  })

  it('a comparison is not created if one of its assistants or versions does not exist', async () => {
    for (const other of [{ assistant_id: MISSING_ID }, { assistant_id, version: 9 }]) {
      const fields = { type: 'comparison', assistant_id: undefined, assistants: [{ assistant_id }, other] }
      expect((await make(fields)).status).toBe(404)
    }
  })

  const criteria = (...fields: unknown[]) => ({ criteria: fields })
  it.each<[string, object, string, RegExp]>([
    [
      'an unknown scorer',
      criteria({ ...contains, scorer: 'containz' }),
      'criteria/polite/scorer',
      /did you mean contains\?/,
    ],
    [
      'a scorer with no similar name',
      criteria({ ...contains, scorer: 'zzzzzzzzzz' }),
      'criteria/polite/scorer',
      /is unknown$/,
    ],
    [
      'a bad regex',
      criteria({ name: 'r', scorer: 'regex', config: { pattern: '(a' } }),
      'criteria/r/pattern',
      /./,
    ],
    [
      'a regex with a backreference',
      criteria({ name: 'r', scorer: 'regex', config: { pattern: '(a)\\1' } }),
      'criteria/r/pattern',
      /./,
    ],
    [
      'a bad schema',
      criteria({ name: 's', scorer: 'json_schema', config: { schema: { type: 'thing' } } }),
      'criteria/s/schema/type',
      /./,
    ],
    [
      'no schema',
      criteria({ name: 's', scorer: 'json_schema', config: {} }),
      'criteria/s/schema',
      /required/,
    ],
    [
      'an unknown key',
      criteria({ ...contains, config: { substring: 'a', sub: 1 } }),
      'criteria/polite/sub',
      /./,
    ],
    ['an unknown field', criteria({ ...contains, weigth: 1 }), 'criteria/polite/weigth', /./],
    ['no name', criteria({ scorer: 'json_valid' }), 'criteria/criterion/name', /required/],
    ['no criteria for a judge', { type: 'llm_judge', criteria: [] }, 'criteria', /at least one/],
    ['criteria omitted for a judge', { type: 'llm_judge' }, 'criteria', /at least one/],
    ['only rules for a judge', { type: 'llm_judge', ...criteria(contains) }, 'criteria', /llm_judge/],
    ['only rules for human feedback', { type: 'human_feedback', ...criteria(contains) }, 'criteria', /human/],
    [
      'a criterion unknown to the judge',
      { type: 'llm_judge', ...criteria('wit') },
      'criteria/wit/criteria',
      /"wit" is not one of/,
    ],
    [
      'a scale whose min is above its max',
      criteria({ name: 'h', scorer: 'human', config: { scale: { min: 5, max: 1 } } }),
      'criteria/h/scale/min',
      /less than max/,
    ],
    ['weights that are all 0', criteria({ ...contains, weight: 0 }), 'criteria', /weight above 0/],
    ['a negative weight', criteria({ ...contains, weight: -1 }), 'criteria/polite/weight', /./],
    [
      'a weight that is not a number',
      criteria({ ...contains, weight: 'much' }),
      'criteria/polite/weight',
      /number/,
    ],
    [
      'two weights',
      criteria({ ...contains, weight: 1, config: { ...contains.config, weight: 2 } }),
      'criteria/polite/weight',
      /twice/,
    ],
    ['a threshold above 1', criteria({ ...contains, threshold: 2 }), 'criteria/polite/threshold', /./],
    ['two criteria of one name', criteria(contains, contains), 'criteria/1/name', /"polite" is used twice/],
    ['pairwise without a comparison', criteria(pairs), 'criteria/helpfulness/scorer', /comparison/],
    ['a comparison with one assistant', { type: 'comparison' }, 'assistants', /two or more/],
    ['several assistants and no comparison', { assistants: [], assistant_id: undefined }, 'assistants', /./],
    ['no assistant', { assistant_id: undefined }, 'assistant_id', /required/],
    ['a concurrency of 0', { concurrency: 0 }, 'concurrency', /./],
    ['too many repetitions', { repetitions: 21 }, 'repetitions', /./],
    ['an unknown type', { type: 'guess' }, 'type', /./],
  ])('an evaluation with %s is not created', async (_, fields, path, text) => {
    const { status, body } = await make(fields)
    expect([status, body.error]).toEqual([400, 'validation_error'])
    expect(Object.keys(body.details)).toContain(path)
    expect(body.details[path]).toMatch(text)
  })

  it.each<[string, object, string]>([
    ['a weight', { ...pairs, weight: 2 }, 'weight'],
    ['a threshold', { ...pairs, config: { threshold: 1 } }, 'threshold'],
    ['a negation', { ...pairs, scorer: 'not-pairwise' }, 'scorer'],
    ['two criteria', { ...pairs, config: { criteria: ['accuracy', 'safety'] } }, 'criteria'],
  ])('a pairwise criterion with %s is refused', async (_, criterion, field) => {
    const fields = { type: 'comparison', assistant_id: undefined, assistants: pair() }
    const { status, body } = await make({ ...fields, criteria: [criterion] })
    expect([status, Object.keys(body.details)]).toEqual([400, [`criteria/helpfulness/${field}`]])
    const versioned = await make({ ...fields, assistant_version: 1 })
    expect([versioned.status, Object.keys(versioned.body.details)]).toEqual([400, ['assistant_version']])
  })

  it('assistants require the type comparison, and assistant_id any other type', async () => {
    const assistants = pair()
    const both = await make({ type: 'comparison', assistants })
    expect([both.status, Object.keys(both.body.details)]).toEqual([400, ['assistant_id']])
    const none = await make({ assistants, assistant_id: undefined })
    expect([none.status, none.body.details]).toEqual([
      400,
      { assistants: expect.stringContaining('comparison') },
    ])
    const one = await make({ type: 'comparison', assistants: [{ assistant_id }], assistant_id: undefined })
    expect([one.status, Object.keys(one.body.details)]).toEqual([400, ['assistants']])
  })

  it('all validation problems are reported at once', async () => {
    const wrong = criteria(
      { ...contains, weight: -1 },
      { name: 'r', scorer: 'regex', config: { pattern: '(' } },
    )
    const { body } = await make(wrong)
    expect(Object.keys(body.details)).toEqual(['criteria/polite/weight', 'criteria/r/pattern'])
  })
})

describe('an evaluation that does not exist', () => {
  it.each([
    ['GET', ''],
    ['GET', '/results'],
    ['GET', '/stream'],
    ['GET', `/comparison?against=${MISSING_ID}`],
    ['POST', '/run'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
    ['POST', '/reviews/next'],
    ['DELETE', ''],
  ])('%s %s responds with 404 for an unknown evaluation', async (method, path) => {
    const body = method === 'POST' ? {} : undefined
    expect((await app.call(method, `/api/v1/evals/${MISSING_ID}${path}`, body)).status).toBe(404)
    expect((await app.call(method, `/api/v1/evals/x${path}`, body)).status).toBe(404)
  })

  it('a review for an unknown evaluation responds with 404', async () => {
    const review = { run_id: MISSING_ID, scores: {} }
    expect((await app.post(`/api/v1/evals/${MISSING_ID}/feedback`, review)).status).toBe(404)
  })
})
