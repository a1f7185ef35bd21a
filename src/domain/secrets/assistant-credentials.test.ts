import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors.js'
import { generateKey, isEncrypted, makeKeyRing } from '../../platform/encryption/key-ring.js'
import type { JsonObject } from '../../schema/common.js'
import {
  MASK,
  maskCredentials,
  openCredentials,
  resealCredentials,
  sealCredentials,
} from './assistant-credentials.js'
import { makeVault } from './vault.js'

const vault = makeVault(makeKeyRing([generateKey()]))
const key = { tenant_id: 'tenant', assistant_id: 'assistant' }
const none = (): void => undefined

const httpTool = (fields: JsonObject): JsonObject => ({
  type: 'http',
  name: 'tool',
  url: 'https://api.example.com/v1',
  ...fields,
})
const toDefinition = (...tools: JsonObject[]) => ({ config: { tools }, graph_schema: {} })
const seal = (definition: ReturnType<typeof toDefinition>, stored?: ReturnType<typeof toDefinition>) =>
  sealCredentials(vault, key, definition, stored)

/** One of each place in which a definition can contain a credential. */
const EVERYWHERE = {
  config: {
    tools: [
      'calculator',
      httpTool({
        headers: { Authorization: 'Bearer canary-1', accept: 'text/plain' },
        query: { api_key: 'canary-2', page: '1' },
        body: { password: 'canary-3', text: 'x' },
      }),
      { type: 'mcp', url: 'https://mcp.example.com', headers: { 'x-anything': 'canary-4' } },
    ],
  },
  graph_schema: {
    nodes: [
      { id: 'a', type: 'http', url: 'https://a.example', headers: { 'x-key': 'canary-5' } },
      { id: 'b', type: 'tool', tool: httpTool({ headers: { cookie: 'canary-6' } }) },
      { id: 'c', type: 'llm', tools: [httpTool({ headers: { cookie: 'canary-7' } })] },
      {
        id: 'd',
        type: 'map',
        over: 'input.list',
        do: {
          type: 'subgraph',
          graph: {
            nodes: [{ id: 'e', type: 'http', url: 'https://a.example', headers: { 'x-key': 'canary-8' } }],
          },
        },
      },
    ],
  },
}

describe('credentials of assistants', () => {
  it('every credential is encrypted, masked and decrypted, wherever the definition contains it', () => {
    const sealed = sealCredentials(vault, key, EVERYWHERE, undefined)
    expect(JSON.stringify(sealed)).not.toContain('canary')
    expect(JSON.stringify(maskCredentials(sealed))).not.toMatch(/canary|enc:v1/)
    expect(JSON.stringify(maskCredentials(EVERYWHERE))).not.toContain('canary')
    expect(JSON.stringify(maskCredentials(sealed)).split(`"${MASK}"`)).toHaveLength(9)
    const opened: string[] = []
    expect(openCredentials(vault, key, sealed, (value) => opened.push(value))).toEqual(EVERYWHERE)
    expect(opened).toHaveLength(8)
  })

  it('values without a secret of their own stay readable', () => {
    const headers = {
      accept: 'application/json',
      authorization: 'Bearer ${secret:GITHUB_TOKEN}',
      'x-user': '{user_id}',
      'x-input': '{{ input.user }}',
      'x-empty': '',
    }
    const definition = toDefinition(httpTool({ headers, query: { page: '1' } }))
    expect(seal(definition)).toEqual(definition)
    expect(maskCredentials(definition)).toEqual(definition)
  })

  it('a literal inside an expression is a credential', () => {
    const definition = toDefinition(httpTool({ headers: { 'x-key': "{{ 'literal' + input.x }}" } }))
    expect(maskCredentials(definition)).toEqual(toDefinition(httpTool({ headers: { 'x-key': MASK } })))
  })

  it('a mask keeps the stored value for the same host, also if the tools are reordered', () => {
    const first = httpTool({ name: 'first', headers: { authorization: 'Bearer one-1' } })
    const second = httpTool({ name: 'second', headers: { authorization: 'Bearer two-2' } })
    const stored = seal(toDefinition(first, second))
    const masked = maskCredentials(stored).config.tools
    const updated = seal(
      toDefinition({ ...masked[1]!, url: 'https://api.example.com/v2' }, masked[0]!),
      stored,
    )
    expect(openCredentials(vault, key, updated, none)).toEqual(
      toDefinition({ ...second, url: 'https://api.example.com/v2' }, first),
    )
  })

  it('a mask is rejected if the request goes to another host, or if nothing is stored', () => {
    const stored = seal(toDefinition(httpTool({ headers: { authorization: 'Bearer one-1' } })))
    for (const url of [
      'https://evil.example/v1',
      'http://api.example.com/v1',
      'https://api.example.com.evil.example/',
    ]) {
      const update = toDefinition(httpTool({ url, headers: { authorization: MASK } }))
      expect(() => seal(update, stored)).toThrow(AppError)
    }
    expect(() => seal(toDefinition(httpTool({ headers: { authorization: MASK } })))).toThrow(
      /^config\/tools\/0\/headers\/authorization is \*\*\*/,
    )
    expect(() => seal(toDefinition(httpTool({ headers: { 'x-other': MASK } })), stored)).toThrow(AppError)
  })

  it('a ciphertext that is moved to a request to another host cannot be decrypted', () => {
    const sealed = seal(toDefinition(httpTool({ headers: { authorization: 'Bearer one-1' } })))
    const moved = toDefinition({ ...sealed.config.tools[0]!, url: 'https://evil.example/' })
    expect(() => openCredentials(vault, key, moved, none)).toThrow(/cannot be decrypted/)
    const otherTenant = { ...key, tenant_id: 'other' }
    expect(() => openCredentials(vault, otherTenant, sealed, none)).toThrow(/cannot be decrypted/)
  })

  it('credentials that are not encrypted or have another key are encrypted with the current key', () => {
    const [oldKey, newKey] = [generateKey(), generateKey()]
    const old = sealCredentials(makeVault(makeKeyRing([oldKey])), key, EVERYWHERE, undefined)
    const current = makeVault(makeKeyRing([newKey, oldKey]))
    for (const stored of [EVERYWHERE, old]) {
      const resealed = resealCredentials(current, key, stored)
      expect(openCredentials(makeVault(makeKeyRing([newKey])), key, resealed, none)).toEqual(EVERYWHERE)
      expect(resealCredentials(current, key, resealed)).toEqual(resealed)
    }
  })

  it('without a key nothing is stored, and with the key "plaintext" values are stored unencrypted', () => {
    const definition = toDefinition(httpTool({ headers: { authorization: 'Bearer one-1' } }))
    expect(() => sealCredentials(makeVault(makeKeyRing([])), key, definition, undefined)).toThrow(
      /set ENCRYPTION_KEY/,
    )
    expect(
      sealCredentials(makeVault(makeKeyRing(['plaintext', generateKey()])), key, definition, undefined),
    ).toEqual(definition)
  })

  it('definitions of any shape are accepted', () => {
    for (const odd of [
      null,
      7,
      'text',
      [],
      {},
      [null, 7, { type: 'http', headers: [] }],
      { nodes: [null, { type: 'map' }] },
    ]) {
      const definition = { config: { tools: odd }, graph_schema: odd as JsonObject }
      const safe = { config: definition.config, graph_schema: (Object(odd) === odd ? odd : {}) as JsonObject }
      expect(maskCredentials(safe)).toBeDefined()
    }
  })

  it('a text that only looks like a ciphertext is encrypted like any other', () => {
    const fake = makeKeyRing([generateKey()]).encrypt('x', [])
    const sealed = seal(toDefinition(httpTool({ headers: { authorization: fake } })))
    const { headers } = sealed.config.tools[0] as { headers: { authorization: string } }
    expect(headers.authorization).not.toBe(fake)
    expect(isEncrypted(headers.authorization)).toBe(true)
    expect(openCredentials(vault, key, sealed, none).config.tools[0]).toEqual(
      httpTool({ headers: { authorization: fake } }),
    )
  })
})
