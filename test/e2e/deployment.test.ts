/**
 * The files for containers. Neither Docker nor Helm is available to the tests, so they check what can be checked without them: that the
 * files can be parsed, and that everything they name exists.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../src/config.js'
import { makeMetrics } from '../../src/platform/metrics.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { createTestDatabase } from '../support/databases.js'
import { makeTempFolder, runHeddle } from '../support/heddle-process.js'

const readText = (path: string): string => readFileSync(join(packageRoot, path), 'utf8')
const settingNames = SETTINGS.map(([name]) => name)

describe.each(['sqlite', 'postgres'] as const)('heddle migrate on %s', (kind) => {
  it('the command applies the migrations once', async () => {
    const { url, drop } = await createTestDatabase(kind)
    const first = await runHeddle(['migrate'], { databaseUrl: url })
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^applied 0001-foundation, .+\n$/)])
    const second = await runHeddle(['migrate'], { databaseUrl: url })
    expect([second.code, second.stdout]).toEqual([0, 'the schema is up to date\n'])
    await drop()
  })
})

describe('the image', () => {
  it('the staged folder has what the package has, and the code caches', () => {
    const folder = makeTempFolder()
    execFileSync(process.execPath, ['scripts/package.mjs', '--stage', folder], { cwd: packageRoot })
    for (const name of ['bin/heddle.cjs', 'dist/main.cjs.cache', 'openapi.json', 'LICENSE'])
      expect([name, existsSync(join(folder, name))]).toEqual([name, true])
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    expect(Object.keys(dependencies)).toContain('@photostructure/sqlite')
    expect(Object.keys(dependencies)).not.toContain('fastify')
  })

  it('the Dockerfile sets known settings and runs as an unprivileged user', () => {
    const dockerfile = readText('Dockerfile')
    const [, variables = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    const names = variables.split(' ').map((assignment) => assignment.split('=')[0])
    expect(names.filter((name) => name !== 'NODE_ENV')).toSatisfy((list: string[]) =>
      list.every((name) => settingNames.includes(name as never)),
    )
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  })

  it('the compose file sets known settings', () => {
    const { services } = parse(readText('docker-compose.yml')) as {
      services: { heddle: { environment: Record<string, string> } }
    }
    for (const name of Object.keys(services.heddle.environment)) expect(settingNames).toContain(name)
  })
})

describe('the Helm chart', () => {
  const CHART = 'deploy/helm/heddle'
  const values = parse(readText(`${CHART}/values.yaml`)) as Record<string, unknown>
  const templates = readdirSync(join(packageRoot, CHART, 'templates')).map((name) => ({
    name,
    text: readText(`${CHART}/templates/${name}`),
  }))
  const allText = templates.map(({ text }) => text).join('\n')

  /** Removes the actions on lines of their own, and replaces the others with a value. */
  const toYaml = (text: string): string =>
    text.replaceAll(/^\s*\{\{.*\}\}\s*$/gm, '').replaceAll(/\{\{.*?\}\}/g, 'value')

  it.each(templates.filter(({ name }) => name.endsWith('.yaml')))('$name is valid YAML', ({ text }) => {
    const documents = parseAllDocuments(toYaml(text))
    const objects = [...documents].flatMap((document) => {
      expect(document.errors).toEqual([])
      const content = document.toJS() as object | null
      return content === null ? [] : [content]
    })
    expect(objects.length).toBeGreaterThan(0)
    for (const object of objects)
      expect(object).toMatchObject({
        apiVersion: expect.any(String),
        kind: expect.any(String),
        metadata: { name: expect.any(String) },
      })
  })

  it.each(templates)('every block of $name is closed', ({ text }) => {
    const opened = text.match(/\{\{-? *(if|range|define|with) /g) ?? []
    expect(text.match(/\{\{-? *end *-?\}\}/g) ?? []).toHaveLength(opened.length)
  })

  it('the templates use only values and definitions that exist', () => {
    const paths = [...allText.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(10)
    const find = (path: string) =>
      path
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)
    for (const path of paths) expect([path, find(path)]).not.toEqual([path, undefined])
    const defined = [...allText.matchAll(/define "([^"]+)"/g)].map(([, name]) => name)
    for (const [, name] of allText.matchAll(/include "([^"]+)"/g)) expect(defined).toContain(name)
  })

  it('the settings, the metric and the paths that the chart names exist', async () => {
    const { settings } = values as { settings: Record<string, string> }
    const inTemplates = [...allText.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = '']) => name)
    for (const name of [...Object.keys(settings), ...inTemplates]) expect(settingNames).toContain(name)
    expect(await makeMetrics().registry.metrics()).toMatch(/^# TYPE heddle_runs_queued gauge$/m)
    expect(allText).toContain('name: heddle_runs_queued')
    const { paths } = JSON.parse(readText('openapi.json')) as { paths: object }
    for (const [, path] of allText.matchAll(/^ +path: (\S+)$/gm)) expect(Object.keys(paths)).toContain(path)
  })
})
