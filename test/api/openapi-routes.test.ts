/** Checks that openapi.json and the registered routes are the same, on all APIs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { openapi } from '../support/openapi-check.js'
import { toRouteName } from '../support/route-calls.js'

interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { $ref?: string; name?: string; in?: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema: { description?: string } }> }
  >
}

const operations = Object.entries(
  openapi.paths as unknown as Record<string, Record<string, DescribedOperation>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1').replace('{*}', '*')}`,
    path,
    method,
    ...operation,
  })),
)
const tags = (openapi as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name)

const isSuccess = (status: string): boolean => /^[123]/.test(status)

describe('openapi.json', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())

  it('openapi.json lists every registered route, and no others', () => {
    const documented = operations.map(({ name }) => name)
    const registered = app.routes.map(toRouteName)
    expect(registered.filter((name) => !documented.includes(name))).toEqual([])
    expect(documented.filter((name) => !registered.includes(name))).toEqual([])
    // Both lists have each route once.
    expect(new Set(documented).size).toBe(registered.length)
  })

  it('every operation has a summary, a description and a tag that the document describes', () => {
    for (const { name, summary, description, tags: operationTags } of operations) {
      expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].*[^.]$/)])
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)])
      expect([name, operationTags.length]).toEqual([name, 1])
      expect(tags).toContain(operationTags[0])
    }
    const used = new Set(operations.flatMap((operation) => operation.tags))
    expect([...used].sort()).toEqual([...tags].sort())
  })

  it('every parameter of a path is described, and every body has a schema', () => {
    for (const { name, path, parameters = [], requestBody } of operations) {
      const names = [...path.matchAll(/\{(\w+|\*)\}/g)].map(([, param]) => param)
      const documented = parameters.filter((parameter) => parameter.in === 'path').map((param) => param.name)
      expect([name, documented.sort()]).toEqual([name, names.sort()])
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        expect([name, Object.keys(schema).length > 0]).toEqual([name, true])
    }
  })

  it('every operation describes its successful response, and the errors of its API', () => {
    const formats: [RegExp, string][] = [
      [/^LangGraph/, 'LangGraphError'],
      [/^OpenAI$/, 'OpenAiError'],
      [/^(MCP|A2A)$/, 'RpcError'],
      [/./, 'Error'],
    ]
    for (const {
      name,
      tags: [tag = ''],
      responses,
    } of operations) {
      const [, format = ''] = formats.find(([pattern]) => pattern.test(tag)) ?? []
      const errors = Object.entries(responses).filter(([status]) => !isSuccess(status))
      const references = errors.flatMap(([, { $ref }]) =>
        $ref === undefined ? [] : [$ref.split('/').at(-1)],
      )
      expect([name, references]).toEqual([
        name,
        references.map(() => expect.stringMatching(`^${format}(\\d|Default)`)),
      ])
      // The only response of this route is a 405.
      if (tag === 'MCP' && name.startsWith('GET')) continue
      expect([name, Object.keys(responses).some(isSuccess)]).toEqual([name, true])
    }
  })

  it('every event stream describes its events', () => {
    const streams = operations.flatMap(({ name, responses }) => {
      const schema = responses['200']?.content?.['text/event-stream']?.schema
      return schema === undefined ? [] : [[name, schema] as const]
    })
    expect(streams.length).toBeGreaterThan(10)
    for (const [name, schema] of streams)
      expect([name, schema.description]).toEqual([name, expect.stringMatching(/`data`/)])
  })
})
