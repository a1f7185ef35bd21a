/** The project that both servers run: the example, and the shapes of projects that other people write. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/platform/package-root.js'
import { copyExample, EXAMPLE, type PeerSettings } from './peer.js'

const SHAPES = join(packageRoot, 'test/projects/shapes')

export const makeComparedProject = (): { folder: string; graphs: PeerSettings['graphs'] } => {
  const folder = copyExample(EXAMPLE)
  cpSync(SHAPES, join(folder, 'shapes'), { recursive: true })
  const configPath = join(folder, 'langgraph.json')
  const config = readJson(configPath)
  const shapes = readJson(join(SHAPES, 'graphs.json')) as PeerSettings['graphs']
  writeFileSync(
    configPath,
    JSON.stringify({ ...config, graphs: { ...(config['graphs'] as object), ...shapes } }),
  )
  const tsconfigPath = join(folder, 'tsconfig.json')
  const tsconfig = readJson(tsconfigPath)
  const paths = { '@shapes/*': ['./shapes/lib/*'] }
  writeFileSync(
    tsconfigPath,
    JSON.stringify({ ...tsconfig, compilerOptions: { ...(tsconfig['compilerOptions'] as object), paths } }),
  )
  const example = config['graphs'] as Record<string, { path: string }>
  const examplePaths = Object.entries(example).map(([id, { path }]) => [id, path])
  return { folder, graphs: { ...(Object.fromEntries(examplePaths) as object), ...shapes } }
}

const readJson = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
