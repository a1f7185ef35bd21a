/** Unknown query parameters and unknown fields of bodies, on every operation of the native API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { openapi } from '../support/openapi-check.js'

interface JsonSchema {
  $ref?: string
  type?: string
  properties?: object
  additionalProperties?: boolean
}
interface DescribedOperation {
  operationId: string
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: object }> }
}

const { components, paths } = openapi as unknown as {
  components: { schemas: Record<string, JsonSchema> }
  paths: Record<string, Record<string, DescribedOperation>>
}

const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/v1/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      operationId,
      method: method.toUpperCase(),
      url: path.replace(/\{\w+\}/g, MISSING_ID),
      bodySchema: resolveSchema(requestBody?.content['application/json']?.schema),
      example: requestBody?.content['application/json']?.example,
    })),
  )

function resolveSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  const name = schema?.$ref?.split('/').at(-1)
  return name === undefined ? schema : components.schemas[name]
}

/** The document itself is a file, not a resource. */
const WITHOUT_VALIDATION = ['/api/v1/openapi.json']
const UNKNOWN = 'unknown_field_x'

describe('unknown fields', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  const validated = operations.filter(({ url }) => !WITHOUT_VALIDATION.includes(url))

  it.each(validated)('$operationId rejects an unknown query parameter and names it', async (operation) => {
    // The query is validated after the body.
    const { method, url, example } = operation
    const response = await app.call(method, `${url}?${UNKNOWN}=1`, example)
    expect([response.status, response.body.error]).toEqual([400, 'validation_error'])
    expect(response.body.details[UNKNOWN]).toMatch(/^is not a query parameter of this route/)
  })

  it('the message about an unknown query parameter names the one that was probably meant', async () => {
    const { body } = await app.get('/api/v1/runs?asistant_id=x')
    expect(body.details).toEqual({
      asistant_id: 'is not a query parameter of this route (did you mean "assistant_id"?)',
    })
  })

  const closed = operations.filter(({ bodySchema }) => bodySchema?.additionalProperties === false)
  const open = operations.filter(
    ({ bodySchema }) => bodySchema?.type === 'object' && bodySchema.additionalProperties !== false,
  )

  it.each(closed)('$operationId rejects an unknown field of the body and names it', async (operation) => {
    const { status, body } = await app.call(operation.method, operation.url, { [UNKNOWN]: 1 })
    expect([status, body.error]).toEqual([400, 'validation_error'])
    expect(body.details[UNKNOWN]).toBe('is an unknown field')
  })

  // Clients of other services send more fields than they document.
  it.each(open)('$operationId ignores an unknown field of the body', async ({ method, url }) => {
    const { body } = await app.call(method, url, { [UNKNOWN]: 1 })
    expect(body.details ?? {}).not.toHaveProperty([UNKNOWN])
  })

  it('operations that act on existing runs reject unknown fields, because a misspelled one would change what they do', () => {
    const names = closed.map(({ operationId }) => operationId)
    expect(names).toEqual(
      expect.arrayContaining(['resumeRun', 'reviewRun', 'rerunRun', 'reserveRun', 'changeRuns']),
    )
  })
})
