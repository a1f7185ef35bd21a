/**
 * The programs under measurement, built from a copy of the sources: a test run may rebuild dist/ at any moment,
 * and the processes that are measured must not be loaded by tsx.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { buildAll as BuildAll } from '../scripts/build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
// Inside node_modules, so that the programs find the packages; one for each run, so that two do not mix.
const buildFolder = join(root, `node_modules/.cache/heddle-bench-${process.pid}`)

export interface Programs {
  /** The product as it is shipped. */
  service: string
  /** The same server over a store that stores nothing. */
  floor: string
  /** One Fastify route and nothing else. */
  bare: string
  insertLoop: string
  driver: string
  /** LangGraph alone. */
  bareInvoke: string
  /** Makes evaluations with many results. */
  fillEvaluations: string
  /** A model that emits tokens at an even pace. */
  tokenServer: string
  /** LangGraph's own development server. */
  peer: string
  /** The folder of the langgraph.json that both servers read. */
  project: string
}

export const buildPrograms = async (): Promise<Programs> => {
  process.once('exit', () => {
    rmSync(buildFolder, { recursive: true, force: true })
  })
  mkdirSync(buildFolder, { recursive: true })
  for (const name of ['package.json', 'src', 'scripts', 'bench']) {
    cpSync(join(root, name), join(buildFolder, name), { recursive: true })
  }
  const script = pathToFileURL(join(buildFolder, 'scripts/build.mjs')).href
  const { buildAll } = (await import(script)) as { buildAll: typeof BuildAll }
  await buildAll()
  await build({
    absWorkingDir: buildFolder,
    entryPoints: [
      'floor-server',
      'bare-server',
      'insert-loop',
      'driver',
      'bare-invoke',
      'fill-evaluations',
      'token-server',
    ].map((name) => `bench/${name}.ts`),
    outdir: 'dist/bench',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
  const inDist = (file: string): string => join(buildFolder, 'dist', file)
  return {
    service: inDist('main.js'),
    floor: inDist('bench/floor-server.js'),
    bare: inDist('bench/bare-server.js'),
    insertLoop: inDist('bench/insert-loop.js'),
    driver: inDist('bench/driver.js'),
    bareInvoke: inDist('bench/bare-invoke.js'),
    fillEvaluations: inDist('bench/fill-evaluations.js'),
    tokenServer: inDist('bench/token-server.js'),
    peer: join(root, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs'),
    project: join(buildFolder, 'bench/graphs'),
  }
}
