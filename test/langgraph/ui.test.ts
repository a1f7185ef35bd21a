/** The UI of a project: builds, reloads, settings and access. test/differential compares its routes with LangGraph's server. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { UiBundles } from '../../src/engine/ui/ui-bundles.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { readProject, type Project } from '../../src/project/read-project.js'
import { startApp, type TestApp, type TestAppOptions } from '../support/app.js'
import { makeTempFolder } from '../support/heddle-process.js'

const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ said: Annotation() })
export const graph = new StateGraph(State).addNode('say', () => ({ said: 'hm' })).addEdge(START, 'say').compile()
`
const AUTH = `
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'
export const auth = new Auth().authenticate((request) => {
  if (request.headers.get('authorization') !== 'Bearer ada') throw new HTTPException(401)
  return 'ada'
})
`
const NOTE = "import { Text } from './text'\nexport default { note: () => <Text /> }\n"
const toText = (text: string): string => `export const Text = () => <em>${text}</em>\n`

interface ProjectFolder {
  folder: string
  write: (name: string, content: string) => string
  configure: (settings: object) => void
  read: () => Project
}

const makeProject = (settings: object = {}): ProjectFolder => {
  const folder = makeTempFolder()
  const write = (name: string, content: string): string => {
    const file = join(folder, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  write('graph.ts', GRAPH)
  write('auth.ts', AUTH)
  write('ui.tsx', NOTE)
  write('text.tsx', toText('one'))
  const configure = (changes: object): void => {
    const graphs = { agent: './graph.ts:graph' }
    write('langgraph.json', JSON.stringify({ graphs, ui: { agent: './ui.tsx' }, ...changes }))
  }
  configure(settings)
  return { folder, write, configure, read: () => readProject(join(folder, 'langgraph.json'))! }
}

describe('the build of the UI', () => {
  let bundles: UiBundles
  let logged: string[]

  const startBundles = ({ read }: ProjectFolder): UiBundles => {
    logged = []
    const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) })
    bundles = new UiBundles({ project: read(), memoryMb: 256, log })
    bundles.start()
    return bundles
  }
  afterEach(() => bundles.stop())

  const getScript = async (): Promise<string> =>
    Buffer.from(
      (await bundles.getFiles('agent'))!.find(({ name }) => name.endsWith('.js'))!.contents,
    ).toString()

  it('a reload builds the changed files, and the inputs are the files of the project that were read', async () => {
    const project = makeProject()
    startBundles(project)
    expect(await getScript()).toContain('"one"')
    expect(bundles.inputs.toSorted()).toEqual(
      ['text.tsx', 'ui.tsx'].map((name) => join(project.folder, name)),
    )
    project.write('text.tsx', toText('two'))
    bundles.replace(project.read())
    expect(await getScript()).toContain('"two"')
    expect(logged).toEqual([])
  })

  it('a failed build is logged with a code frame, and the previous build stays in use until the next one succeeds', async () => {
    const project = makeProject()
    startBundles(project)
    await getScript()
    const broken = project.write('text.tsx', 'export const Text = () => <em>three</b>\n')
    bundles.replace(project.read())
    expect(await getScript()).toContain('"one"')
    expect(logged).toHaveLength(1)
    const { msg } = JSON.parse(logged[0]!) as { msg: string }
    expect(msg).toContain('the UI of graph "agent" cannot be built; the previous build stays in use')
    expect(msg).toContain('text.tsx:1:')
    expect(msg).toContain('export const Text = () => <em>three</b>')
    expect(bundles.inputs).toContain(broken)
    project.write('text.tsx', toText('four'))
    bundles.replace(project.read())
    expect(await getScript()).toContain('"four"')
  })

  it('the first build that fails is an error of the request, and other UIs of the project are not affected', async () => {
    const project = makeProject({ ui: { agent: './ui.tsx', broken: './missing.tsx' } })
    startBundles(project)
    await expect(bundles.getFiles('broken')).rejects.toThrow(
      /UI of graph "broken" cannot be built.*missing\.tsx/s,
    )
    expect(await getScript()).toContain('"one"')
    expect(await bundles.getFiles('unknown')).toBeUndefined()
  })

  it('Tailwind works in a project that does not install it, with its plugins in the thread of the build', async () => {
    const project = makeProject()
    rmSync(join(project.folder, 'node_modules'))
    project.write(
      'plugin.cjs',
      "module.exports = ({ addUtilities }) => addUtilities({ '.glow': { color: 'gold' } })",
    )
    project.write('styles.css', "@import 'tailwindcss';\n@plugin './plugin.cjs';\n")
    project.write(
      'text.tsx',
      'import \'./styles.css\'\nexport const Text = () => <em className="glow mt-[7px]">one</em>\n',
    )
    startBundles(project)
    const files = await bundles.getFiles('agent')
    const css = Buffer.from(files!.find(({ name }) => name === 'entrypoint.css')!.contents).toString()
    expect(css).toMatch(/\.glow \{\s+color: gold/)
    expect(css).toMatch(/\.mt-\\\[7px\\\] \{\s+margin-top: 7px/)
    expect(bundles.inputs).toContain(join(project.folder, 'plugin.cjs'))
  })

  it('a Tailwind plugin that ends its thread fails the build only', async () => {
    const project = makeProject()
    project.write('plugin.cjs', 'process.exit(1)')
    project.write('styles.css', "@import 'tailwindcss';\n@plugin './plugin.cjs';\n")
    project.write('text.tsx', `import './styles.css'\n${toText('one')}`)
    startBundles(project)
    await expect(bundles.getFiles('agent')).rejects.toThrow('exited before the build ended')
  })
})

const KEY = { 'x-api-key': 'the-key-of-this-test' }

describe('access to the UI', () => {
  let app: TestApp
  let url: string

  const start = async (settings: object, options: Partial<TestAppOptions> = {}): Promise<ProjectFolder> => {
    const project = makeProject(settings)
    app = await startApp({ project: project.folder, ...options })
    url = await app.listen()
    return project
  }
  afterEach(() => app.stop())

  const post = (graphId: string, headers: Record<string, string> = {}, name = 'note'): Promise<Response> =>
    fetch(`${url}/ui/${graphId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name }),
    })
  const getStatus = async (response: Promise<Response>): Promise<number> => (await response).status

  it("with the project's auth, users get the HTML, and the files are public", async () => {
    await start({ auth: { path: './auth.ts:auth' } }, { execute: true })
    expect(await getStatus(post('agent'))).toBe(401)
    expect(await getStatus(post('agent', { authorization: 'Bearer ada' }))).toBe(200)
    expect(await getStatus(fetch(`${url}/ui/agent/entrypoint.js`))).toBe(200)
  })

  it('with API keys, a key gets escaped HTML and build errors, and the files are public', async () => {
    const ui = { agent: './ui.tsx', broken: './missing.tsx' }
    await start({ ui }, { env: { AUTH_ENABLED: 'true', API_KEYS: KEY['x-api-key'] } })
    expect(await getStatus(post('agent'))).toBe(401)
    expect(await getStatus(fetch(`${url}/ui/agent/entrypoint.js`))).toBe(200)
    const html = await (await post('agent', KEY, `'><script>alert("&amp;")</script>`)).text()
    expect(html).toContain(
      `render("&#39;&gt;&lt;script&gt;alert(\\"&amp;amp;\\")&lt;/script&gt;", "{{shadowRootId}}")'`,
    )
    const response = await post('broken', KEY)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('missing.tsx') })
  })

  it('http.disable_ui disables the routes, and a reload applies changed settings', async () => {
    const project = await start({ http: { disable_ui: true } })
    expect(await getStatus(post('agent'))).toBe(404)
    expect(await getStatus(fetch(`${url}/ui/agent/entrypoint.js`))).toBe(404)
    project.configure({})
    await app.reload()
    expect(await getStatus(post('agent'))).toBe(200)
    expect(await getStatus(fetch(`${url}/ui/agent/entrypoint.js`))).toBe(200)
  })
})
