/** The cache of the schemas of types, with the real schema thread and a project that needs no packages. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { TypeSchemaCache } from '../../src/engine/schemas/type-schemas.js'
import { readProject, type Project } from '../../src/project/read-project.js'
import { makeTempFolder } from '../support/heddle-process.js'

const TIMEOUT_MS = 300_000
/** Without these settings, TypeScript reads the types of browsers and of all installed packages for each extraction. */
const TSCONFIG = { compilerOptions: { lib: ['es2023'], types: [] } }
const GRAPH = { graph_id: 'graph', graph_schema: {} }

const caches: TypeSchemaCache[] = []
afterAll(() => Promise.all(caches.map((cache) => cache.stop())))

const writeGraph = (folder: string, state: string): void => {
  const type = `{ '~InputType': ${state}; '~OutputType': unknown; lg_is_pregel: true }`
  writeFileSync(join(folder, 'graph.ts'), `export const graph = {} as ${type}\n`)
}

const makeProject = (path = './graph.ts:graph'): Project => {
  const folder = makeTempFolder()
  writeFileSync(join(folder, 'langgraph.json'), JSON.stringify({ graphs: { graph: path } }))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  writeGraph(folder, '{ name: string }')
  return readProject(join(folder, 'langgraph.json'))!
}

const makeCache = (project: Project, waitMs = TIMEOUT_MS) => {
  const lines: string[] = []
  const cache = new TypeSchemaCache(project, pino({}, { write: (line) => lines.push(line) }), waitMs)
  caches.push(cache)
  return { cache, lines }
}

it(
  'concurrent requests share an extraction, and its result is used until a reload',
  { timeout: TIMEOUT_MS },
  async () => {
    const project = makeProject()
    const { cache } = makeCache(project)
    const [first, second] = await Promise.all([cache.find(GRAPH), cache.find(GRAPH)])
    expect(first?.root.state).toMatchObject({ properties: { name: {} } })
    expect(second).toBe(first)
    writeGraph(project.folder, '{ age: number }')
    expect(await cache.find(GRAPH)).toBe(first)
    await cache.replace(project)
    expect((await cache.find(GRAPH))?.root.state).toMatchObject({ properties: { age: {} } })
  },
)

it(
  'a request that has waited long enough gets no types, and a later request gets them',
  { timeout: TIMEOUT_MS },
  async () => {
    const { cache } = makeCache(makeProject(), 0)
    expect(await cache.find(GRAPH)).toBeUndefined()
    while ((await cache.find(GRAPH)) === undefined) await sleep(20)
  },
)

it('a graph without readable types gives one log line and no error', { timeout: TIMEOUT_MS }, async () => {
  for (const [path, reason] of [
    ['./graph.js:graph', 'not written in TypeScript'],
    ['./missing.ts:graph', 'cannot be read'],
  ]) {
    const { cache, lines } = makeCache(makeProject(path))
    expect(await Promise.all([cache.find(GRAPH), cache.find(GRAPH)])).toEqual([undefined, undefined])
    expect(lines).toEqual([expect.stringContaining(reason!)])
  }
})

it(
  'a reload ends a running extraction, and the next request starts a new one',
  { timeout: TIMEOUT_MS },
  async () => {
    const project = makeProject()
    const { cache } = makeCache(project)
    const stopped = cache.find(GRAPH)
    await cache.replace(project)
    expect(await stopped).toBeUndefined()
    expect((await cache.find(GRAPH))?.root.state).toMatchObject({ type: 'object' })
  },
)

it('declarative graphs and graphs that are not part of the project have no types', async () => {
  const { cache } = makeCache(makeProject())
  expect(await cache.find({ graph_id: 'graph', graph_schema: { nodes: [] } })).toBeUndefined()
  expect(await cache.find({ graph_id: 'agent', graph_schema: {} })).toBeUndefined()
})
