/**
 * Builds the measured programs from a copy of the sources, because a test run can rebuild dist/ at any time. The programs
 * are bundled so that they do not run under tsx.
 */
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { buildAll as BuildAll } from '../scripts/build.mjs'

const ownRoot = fileURLToPath(new URL('..', import.meta.url))

export interface Programs {
  /** The service as shipped. */
  service: string
  /** The same server with a store that stores nothing. */
  floor: string
  /** A server with a single Fastify route. */
  bare: string
  insertLoop: string
  driver: string
  /** Plain `graph.invoke()`. */
  bareInvoke: string
  /** Writes evaluations with many results to the database. */
  fillEvaluations: string
  /** A model server that sends tokens at a constant rate. */
  tokenServer: string
  /** Plain `graph.stream()`. */
  bareStream: string
  /** The built-in agent with our model client and with LangChain's. */
  agentTokens: string
  /** A conversation on LangGraph's checkpoint savers. */
  saverTurns: string
  /** LangGraph's development server. */
  peer: string
  /** The folder of the langgraph.json that both servers read. */
  project: string
}

export const buildPrograms = async (root = ownRoot): Promise<Programs> => {
  // Inside node_modules, so that the programs find their packages. One folder per process keeps parallel runs apart.
  const buildFolder = join(root, `node_modules/.cache/heddle-bench-${process.pid}`)
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
      'bare-stream',
      'saver-turns',
      'agent-tokens',
    ]
      .map((name) => `bench/${name}.ts`)
      // A checkout of an older version does not have all of them.
      .filter((file) => existsSync(join(buildFolder, file))),
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
    bareStream: inDist('bench/bare-stream.js'),
    agentTokens: inDist('bench/agent-tokens.js'),
    saverTurns: inDist('bench/saver-turns.js'),
    peer: join(root, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs'),
    project: join(buildFolder, 'bench/graphs'),
  }
}
