import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderConfigurationPage, renderEnvExample, renderErrorsPage } from '../scripts/generate/pages.js'
import type { ConfigError } from './config.js'
import { getConfigWarnings, loadConfig, readEnvironment, SETTINGS } from './config.js'
import { CODES } from './errors.js'
import { packageRoot } from './platform/package-root.js'

const getProblems = (env: Record<string, string>): string[] => {
  try {
    loadConfig(env)
  } catch (error) {
    return (error as ConfigError).problems
  }
  return []
}

describe('the configuration', () => {
  it('the defaults are a valid configuration', () => {
    expect(loadConfig({})).toMatchObject({
      PORT: 8123,
      HOST: 'localhost',
      DATABASE_URL: 'sqlite:./data/heddle.db',
      DURABILITY: 'full',
      AUTH_ENABLED: false,
      RATE_LIMIT_PER_MINUTE: 100,
      RATE_LIMIT_BURST: 200,
      API_KEYS: [],
    })
  })

  it('LANGGRAPH_CONFIG is JSON; a path in it is used as LANGGRAPH_JSON, with a warning', () => {
    const json = '{"chat":{"configurable":{"a":1},"context":{"b":2}}}'
    expect(loadConfig({ LANGGRAPH_CONFIG: json })).toMatchObject({
      LANGGRAPH_JSON: './langgraph.json',
      LANGGRAPH_CONFIG: json,
    })
    const config = loadConfig({ LANGGRAPH_CONFIG: 'other/langgraph.json' })
    expect(config.LANGGRAPH_JSON).toBe('other/langgraph.json')
    expect(getConfigWarnings(config)).toEqual([
      'LANGGRAPH_CONFIG=other/langgraph.json names a file, which is deprecated: use LANGGRAPH_JSON or --config',
    ])
    const both = { LANGGRAPH_CONFIG: 'old.json', LANGGRAPH_JSON: 'new.json' }
    expect(loadConfig(both).LANGGRAPH_JSON).toBe('new.json')
  })

  it.each(['{"chat":', '{"chat":[]}', '{"chat":{"context":1}}'])(
    'LANGGRAPH_CONFIG=%s is rejected',
    (LANGGRAPH_CONFIG) => {
      expect(getProblems({ LANGGRAPH_CONFIG })).toEqual([
        expect.stringContaining('LANGGRAPH_CONFIG must be a JSON object from graph ID'),
      ])
    },
  )

  it('all problems are reported at once', () => {
    const problems = getProblems({
      PORT: 'abc',
      DATABASE_URL: 'mysql://x',
      AUTH_ENABLED: 'maybe',
      LOG_LEVEL: 'loud',
      RATE_LIMIT_BURST: '0',
      JWT_JWKS_URL: 'ftp://x',
      API_KEYS: 'short',
      JWT_SECRET_FILE: '/does/not/exist',
    })
    const expectedNames = [
      'PORT',
      'DATABASE_URL',
      'AUTH_ENABLED',
      'LOG_LEVEL',
      'RATE_LIMIT_BURST',
      'JWT_JWKS_URL',
      'API_KEYS',
      'JWT_SECRET_FILE',
    ]
    for (const name of expectedNames)
      expect(problems.filter((problem) => problem.startsWith(name))).toHaveLength(1)
    expect(problems).toHaveLength(expectedNames.length)
  })

  it.each([
    [{ METRICS_AUTH: 'true' }, 'METRICS_AUTH'],
    [{ DATABASE_POOL_SIZE: '5' }, 'DATABASE_POOL_SIZE'],
    [{ JWT_ISSUER: 'x' }, 'JWT_ISSUER'],
    [{ JWT_REQUIRE_EXP: 'true' }, 'JWT_REQUIRE_EXP'],
  ])('the contradictory settings %j are rejected', (env, name) => {
    expect(getProblems(env)).toEqual([expect.stringContaining(name)])
  })

  it("LangGraph's names are aliases, empty values count as unset, and secrets are read from files", () => {
    expect(loadConfig({ DATABASE_URI: 'postgres://h/d' }).DATABASE_URL).toBe('postgres://h/d')
    expect(loadConfig({ PORT: '', JWT_SECRET: '' })).toMatchObject({ PORT: 8123 })
    const file = join(mkdtempSync(join(tmpdir(), 'heddle-config-')), 'secret')
    writeFileSync(file, 'from a file\n')
    expect(loadConfig({ JWT_SECRET_FILE: file }).JWT_SECRET).toBe('from a file')
  })

  it('the environment takes precedence over the .env file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'heddle-config-')), '.env')
    writeFileSync(file, 'PORT=9999\nPATH=not this\n')
    const env = readEnvironment(file)
    expect(env['PORT']).toBe('9999')
    expect(env['PATH']).toBe(process.env['PATH'])
  })

  it('risky settings cause warnings', () => {
    expect(getConfigWarnings(loadConfig({ JWT_SECRET: 'short' }))).toEqual([
      expect.stringContaining('32 bytes'),
    ])
    expect(getConfigWarnings(loadConfig({ HOST: '0.0.0.0' }))).toEqual([
      expect.stringContaining('AUTH_ENABLED'),
    ])
    expect(getConfigWarnings(loadConfig({ DURABILITY: 'relaxed' }))).toHaveLength(1)
    expect(getConfigWarnings(loadConfig({}))).toEqual([])
  })

  it('a loaded configuration is frozen', () => {
    expect(Object.isFrozen(loadConfig({}))).toBe(true)
  })
})

describe('generated pages', () => {
  const readPage = (name: string) => readFileSync(join(packageRoot, name), 'utf8')

  it('the generated pages are up to date', () => {
    expect(readPage('docs/errors.md')).toBe(renderErrorsPage())
    expect(readPage('docs/configuration.md')).toBe(renderConfigurationPage())
    expect(readPage('.env.example')).toBe(renderEnvExample())
  })

  it('the generated pages document exactly the existing error codes and settings', () => {
    const codes = [...readPage('docs/errors.md').matchAll(/^\| `(\w+)` \| \d+ \|/gm)].map(([, code]) => code)
    expect(codes).toEqual(Object.keys(CODES))
    const settings = [...readPage('docs/configuration.md').matchAll(/^\| `(\w+)` \|/gm)].map(
      ([, name]) => name,
    )
    expect(settings).toEqual(SETTINGS.map(([name]) => name))
  })
})
