/** The npm package: packed, installed into an empty folder, and used there with the supported versions of Node.js. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNode, LATER_VERSIONS, OLD_VERSIONS } from '../../scripts/node-versions.mjs'
import { packDist } from '../../scripts/package.mjs'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { hasBrowser, openBrowser } from '../support/browser.js'
import { callServer } from '../support/call-server.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'
import { parseFrames } from '../support/runs.js'

const run = promisify(execFile)

/** An installation takes 10 s on an idle machine. */
const timeout = 180_000
const MAX_INSTALLED_BYTES = 120e6

const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ city: Annotation<string>, greeting: Annotation<string> })
export const graph = new StateGraph(State)
  .addNode('greet', ({ city }) => ({ greeting: \`Hello \${city}\` })).addEdge(START, 'greet').compile()
`

const folder = makeTempFolder()
/** Milliseconds, for the output of the test. */
let installMs = 0
let installed: ReturnType<typeof measureInstallation>
const program = join(folder, 'node_modules/heddle/bin/heddle.cjs')

/** A project in TypeScript, with a stylesheet of Tailwind. LangGraph comes from this checkout. */
const writeProject = (): void => {
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text)
  }
  mkdirSync(join(folder, 'node_modules/@langchain'))
  for (const name of ['@langchain/core', '@langchain/langgraph', 'react'])
    symlinkSync(join(packageRoot, 'node_modules', name), join(folder, 'node_modules', name))
  write('graph.ts', GRAPH)
  write('styles.css', '@import "tailwindcss";')
  write(
    'ui.tsx',
    'import \'./styles.css\'\nexport default { note: () => <em className="underline">note</em> }\n',
  )
  write('tsconfig.json', '{"compilerOptions": {"module": "nodenext", "jsx": "react-jsx"}}')
  write('langgraph.json', '{"graphs": {"greeter": "./graph.ts:graph"}, "ui": {"greeter": "./ui.tsx"}}')
}

beforeAll(async () => {
  const file = await packDist(makeTempFolder())
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  const started = performance.now()
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', file], { cwd: folder })
  installMs = performance.now() - started
  installed = measureInstallation()
  writeProject()
}, timeout)

const measureInstallation = (): { bytes: number; packages: number } => {
  const path = join(folder, 'node_modules')
  const lock = readFileSync(join(path, '.package-lock.json'), 'utf8')
  const bytes = readdirSync(path, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  )
  return { bytes, packages: Object.keys((JSON.parse(lock) as { packages: object }).packages).length }
}

describe('the installed package', () => {
  it('the installation takes at most 120 MB', () => {
    const { bytes, packages } = installed
    process.stderr.write(
      `installed ${(bytes / 1e6).toFixed(1)} MB in ${String(packages)} packages in ${(installMs / 1_000).toFixed(1)} s\n`,
    )
    expect(bytes).toBeLessThan(MAX_INSTALLED_BYTES)
  })

  it('the package exports the OpenAPI document and its manifest, and nothing else', () => {
    const { resolve } = createRequire(join(folder, 'index.js'))
    expect(JSON.parse(readFileSync(resolve('heddle/openapi.json'), 'utf8'))).toHaveProperty('paths')
    expect(JSON.parse(readFileSync(resolve('heddle/package.json'), 'utf8'))).not.toHaveProperty('private')
    expect(() => resolve('heddle')).toThrow(/No "exports" main/)
    expect(() => resolve('heddle/dist/main.js')).toThrow(/not defined by "exports"/)
  })

  it('the package contains the licenses of the libraries in its bundles', () => {
    const text = readFileSync(join(folder, 'node_modules/heddle/THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of [
      'fastify',
      '@langchain/langgraph',
      'typescript',
      'react-dom',
      '@scalar/fastify-api-reference',
    ])
      expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  })
})

it('the package of a provider that is not installed is reported', async () => {
  const heddle = await startHeddle({ program, env: { ANTHROPIC_API_KEY: 'test-key' } })
  const fix = 'require a package that is not installed; run: npm install @langchain/anthropic'
  await expect.poll(() => heddle.output()).toContain(`ANTHROPIC_API_KEY is set, but Anthropic models ${fix}`)
  await heddle.stop()
})

describe.skipIf(!hasBrowser)('npx heddle dev in an empty folder', { timeout }, () => {
  it('a message in the Playground of the console gets a reply', async () => {
    const empty = makeTempFolder()
    symlinkSync(join(folder, 'node_modules'), join(empty, 'node_modules'))
    const service = spawn('npx', ['--no', 'heddle', 'dev', '--port', '0'], {
      cwd: empty,
      env: { PATH: process.env['PATH'], HOME: empty },
      // A process group of its own, so that the processes that npx starts end with it.
      detached: true,
    })
    const exited = once(service, 'exit')
    process.once('exit', () => {
      if (service.exitCode === null && service.signalCode === null) process.kill(-service.pid!, 'SIGKILL')
    })
    let output = ''
    for (const stream of [service.stdout, service.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const browser = await openBrowser()
    try {
      await expect.poll(() => output, { timeout }).toMatch(/^ {2}Console +http:\S+$/m)
      const [, url] = /^ {2}Console +(\S+)$/m.exec(output) ?? []
      const page = await browser.openPage()
      await page.goto(url!)
      await page.getByRole('link', { name: 'Playground' }).click()
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('What is 6 * 7?')
      await page.keyboard.press('Enter')
      await page.getByRole('log').getByText('6 * 7 = 42').waitFor()
    } finally {
      await browser.close()
      process.kill(-service.pid!, 'SIGINT')
      await exited
    }
  })
})

/** The Node.js that runs the tests, and the others if they are installed. */
const versions = [
  { version: process.versions.node, node: process.execPath },
  ...LATER_VERSIONS.map((version) => ({ version, node: findNode(version) })),
]

for (const version of [...LATER_VERSIONS, ...OLD_VERSIONS])
  if (findNode(version) === undefined)
    process.stderr.write(
      `Node.js ${version} is not installed, so its tests are skipped: node scripts/node-versions.mjs\n`,
    )

for (const { version, node = '' } of versions)
  describe.skipIf(node === '')(`heddle dev with Node.js ${version}`, { timeout }, () => {
    let heddle: Heddle
    beforeAll(async () => {
      const databaseUrl = `sqlite:${makeTempFolder()}/heddle.db`
      const env = { BUILT_IN_AGENT: 'true', LOG_FORMAT: 'pretty' }
      heddle = await startHeddle({ folder, program, node, databaseUrl, args: ['dev'], env })
    }, timeout)
    afterAll(() => heddle.stop())

    it('the built-in agent completes a run, and its events are streamed', async () => {
      const body = { assistant_id: builtInAssistantId('agent'), input: { message: 'What is 6 * 7?' } }
      const { run_id } = (await callServer(heddle, 'POST', '/api/v1/runs', { body })).body
      const stream = await fetch(`${heddle.url}/api/v1/stream?run_id=${run_id}`)
      const last = parseFrames(await stream.text()).at(-1)
      expect(last).toMatchObject({
        type: 'run.completed',
        data: { output: { response: expect.stringContaining('42') } },
      })
    })

    it('a graph in TypeScript runs', async () => {
      const body = { assistant_id: 'greeter', input: { city: 'Berlin' } }
      const { body: values } = await callServer(heddle, 'POST', '/runs/wait', { body })
      expect(values).toEqual({ city: 'Berlin', greeting: 'Hello Berlin' })
      expect((await callServer(heddle, 'GET', '/info')).body.langgraph_js_version).toMatch(/^\d+\.\d+\.\d+$/)
    })

    // The compiler needs seconds, and is the same with every version.
    it.runIf(node === process.execPath)('the types of a graph are read as schemas', async () => {
      const { body: schemas } = await callServer(heddle, 'GET', '/assistants/greeter/schemas')
      expect(schemas.state_schema.properties).toEqual({
        city: { type: 'string' },
        greeting: { type: 'string' },
      })
    })

    it('components of a project are built, with Tailwind', async () => {
      const page = await fetch(`${heddle.url}/ui/greeter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name": "note"}',
      }).then((response) => response.text())
      const [, stylesheet] = /href="([^"]+\.css)"/.exec(page) ?? []
      const css = await fetch(new URL(stylesheet!, heddle.url)).then((response) => response.text())
      expect(css).toContain('.underline')
    })

    it('the console, the documentation and the API reference are served', async () => {
      expect(await fetch(`${heddle.url}/docs`).then((response) => response.text())).toContain('<nav')
      for (const [path, script] of [
        ['/console', /src="(\/console\/assets\/[^"]+\.js)"/],
        ['/docs/api', /src="([^"]+scalar\.js)"/],
      ] as const) {
        const page = await fetch(heddle.url + path).then((response) => response.text())
        const [, source] = script.exec(page) ?? []
        expect((await fetch(heddle.url + source!)).headers.get('content-type')).toMatch(/^text\/javascript/)
      }
    })
  })

describe.each(OLD_VERSIONS)('Node.js %s', (version) => {
  const node = findNode(version)
  it.skipIf(node === undefined)(
    'a version that is too old is reported before anything is loaded',
    async () => {
      // Without the options of startHeddle, which this version does not know.
      const exit = await run(node!, [program, '--version']).catch((error: unknown) => error)
      expect(exit).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^heddle: Node\.js 6\.17\.1 is too old; install Node\.js 20\.19 or later .*\n$/,
        ),
      })
    },
  )
})
