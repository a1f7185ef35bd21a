/** Compares the methods of the client with the operations of openapi.json. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createClient, type RunEventType } from '../../clients/typescript/src/index.js'
import { packageRoot } from '../../src/platform/package-root.js'
import type { RUN_EVENTS } from '../../src/schema/run-event.js'

interface OpenapiDocument {
  paths: Record<string, Record<string, unknown>>
}
const { paths } = JSON.parse(readFileSync(join(packageRoot, 'openapi.json'), 'utf8')) as OpenapiDocument

const NATIVE = Object.entries(paths)
  .filter(([path]) => path.startsWith('/api/v1/'))
  .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`))

const ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'

/** Finds the operation of a request: a path without parameters comes before one with parameters. */
const findOperation = (method: string, pathname: string): string | undefined => {
  const matching = Object.entries(paths)
    .filter(([path, operations]) => method.toLowerCase() in operations && toPattern(path).test(pathname))
    .map(([path]) => path)
    .sort((a, b) => a.split('{').length - b.split('{').length)
  return matching[0] && `${method} ${matching[0]}`
}
const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** Methods take the IDs of their path, then objects. A call with too few IDs sends no request. */
const ARGUMENTS = [
  [{}, {}],
  [ID, {}, {}],
  [ID, ID, {}, {}],
  // A namespace and a key of the store.
  [[ID], ID],
]

/** Calls a method and returns the operation that it requests first. */
const recordRequest = async (call: (...args: unknown[]) => unknown): Promise<string | undefined> => {
  let operation: string | undefined
  recordFetch = (method, pathname) => {
    operation ??= findOperation(method, pathname)
  }
  for (const args of ARGUMENTS) {
    const request = async () => {
      const result = call(...args)
      const iterator = (result as AsyncIterable<unknown> | undefined)?.[Symbol.asyncIterator]?.()
      await (iterator === undefined ? result : iterator.next())
    }
    await request().catch(() => undefined)
    if (operation !== undefined) return operation
  }
  return undefined
}
let recordFetch: (method: string, pathname: string) => void = () => undefined

const client = createClient({
  maxRetries: 0,
  fetch: (input, init) => {
    recordFetch(init?.method ?? 'GET', new URL(input).pathname)
    throw new Error('the request is recorded, not sent')
  },
})

describe('the methods of the client', () => {
  it('call every operation of the native API', async () => {
    const called = new Set<string>()
    for (const [resource, methods] of Object.entries(client)) {
      for (const [name, method] of Object.entries(methods as Record<string, () => unknown>)) {
        const operation = await recordRequest(method)
        expect(operation, `client.${resource}.${name} calls no operation of openapi.json`).toBeDefined()
        called.add(operation!)
      }
    }
    expect(NATIVE.filter((operation) => !called.has(operation))).toEqual([])
  })

  it('stream every type of event of the server', () => {
    // Compared by the compiler.
    expectTypeOf<keyof typeof RUN_EVENTS>().toEqualTypeOf<RunEventType>()
  })

  it('reject an ID that would address another resource', async () => {
    for (const id of ['', '.', '..']) await expect(client.runs.get(id)).rejects.toThrow('run_id is')
  })

  it('need the address of a server', () => {
    expect(() => createClient({ url: 'localhost:8123' })).toThrow('must start with http:// or https://')
  })
})
