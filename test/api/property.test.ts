/**
 * Calls every operation of the native API in openapi.json with generated input, valid and invalid: no response is a 5xx, and every
 * response matches its schema (startApp validates each). Ids are partly random, partly those of existing resources.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeInvalidValues, makeValidValues } from '../support/arbitrary.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { isNativePath, openapi } from '../support/openapi-check.js'

const RUNS = Number(process.env['HEDDLE_PROPERTY_RUNS'] ?? 40)
const { schemas } = openapi.components

interface Operation {
  operationId: string
  parameters?: { name?: string; in?: string; schema?: object }[]
  /** Bodies of other content types have their own tests. */
  requestBody?: { content: { 'application/json'?: { schema: object } } }
}
/** Streams that do not end by themselves; test/api/change-stream.test.ts reads them. */
const ENDLESS = ['streamChanges']
const operations = Object.entries(openapi.paths as unknown as Record<string, Record<string, Operation>>)
  .filter(([path]) => isNativePath(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  .filter(({ operationId }) => !ENDLESS.includes(operationId))

describe.each(DATABASE_KINDS)('generated input on %s', (databaseKind) => {
  let app: TestApp
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    app = await startApp({ databaseKind })
    ids['thread_id'] = (await app.post('/api/v1/threads')).body.thread_id as string
    ids['assistant_id'] = (await app.post('/api/v1/assistants', { name: 'A' })).body.assistant_id as string
    ids['run_id'] = (await app.post('/api/v1/runs', { thread_id: ids['thread_id'] })).body.run_id as string
    ids['dataset_id'] = (await app.post('/api/v1/datasets', { name: 'd' })).body.dataset_id as string
    const { assistant_id, dataset_id } = ids
    ids['eval_id'] = (await app.post('/api/v1/evals', { name: 'e', assistant_id, dataset_id })).body
      .eval_id as string
    // A running evaluation cannot be deleted, so it still exists for the operations that follow.
    await app.post(`/api/v1/evals/${ids['eval_id']}/run`)
    ids['key_id'] = (await app.post('/api/v1/api-keys', { name: 'k' })).body.key_id as string
  })
  afterAll(() => app.stop())

  const idFor = (name: string) =>
    fc.oneof(fc.constant(ids[name] ?? ''), fc.uuid(), fc.constantFrom('x', '%00', '-1', '%F0%9F%A7%B5'))

  it.each(operations)(
    '$method $path responds as documented',
    async ({ path, method, parameters = [], requestBody }) => {
      const json = requestBody?.content['application/json']
      const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const query = parameters.filter((parameter) => parameter.in === 'query')
      const input = fc.record({
        ids: fc.record(Object.fromEntries(pathNames.map((name) => [name, idFor(name)]))),
        query: fc.record(
          Object.fromEntries(
            query.map(({ name, schema }) => [
              name ?? '',
              fc.oneof(
                makeValidValues(schema ?? {}, schemas),
                fc.string({ maxLength: 20 }),
                fc.constant(ids[name ?? ''] ?? ''),
              ),
            ]),
          ),
          { requiredKeys: [] },
        ),
        body: json ? bodyFor(json.schema) : fc.constant(undefined as unknown),
        key: fc.option(fc.string({ minLength: 1, maxLength: 3, unit: 'binary-ascii' }), {
          nil: undefined,
          freq: 6,
        }),
      })
      await fc.assert(
        fc.asyncProperty(input, async ({ ids: chosenIds, query: queryValues, body, key }) => {
          const target = path.replace(/\{(\w+)\}/g, (_, name: string) => String(chosenIds[name]))
          const search = new URLSearchParams(
            Object.fromEntries(Object.entries(queryValues).map(([name, value]) => [name, String(value)])),
          )
          const url = search.size > 0 ? `${target}?${search.toString()}` : target
          const headers: Record<string, string> =
            key === undefined || /[^\x21-\x7e]/.test(key) ? {} : { 'idempotency-key': key }
          const { status } = await app.call(method.toUpperCase(), url, body, { headers })
          expect(status).toBeLessThan(500)
        }),
        { numRuns: RUNS, seed: 20260131 },
      )
    },
  )

  /** Valid and invalid bodies; some of them reference existing resources. */
  const bodyFor = (schema: object) =>
    fc.oneof(makeValidValues(schema, schemas), makeInvalidValues(schema, schemas)).chain((body) =>
      fc.boolean().map((isReal) => {
        if (!isReal || typeof body !== 'object' || body === null || Array.isArray(body)) return body
        const real = Object.keys(body).filter((name) => ids[name] !== undefined && name !== 'key_id')
        // References are replaced by ids of existing resources; ids of new resources stay random.
        return { ...body, ...Object.fromEntries(real.map((name) => [name, ids[name]])) }
      }),
    )
})
