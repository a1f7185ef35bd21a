/**
 * A project whose graphs use different versions of LangGraph, each with its own node_modules. `<graph>-<version>` is the graph
 * with that version, for example `chat-0.2`.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/platform/package-root.js'
import { makeTempFolder } from './heddle-process.js'

const SOURCE = join(packageRoot, 'test/projects/versions')
const PACKAGES = join(SOURCE, 'packages')

const GRAPHS = ['chat', 'agent', 'approval', 'squares', 'workflow']

/** The version that Heddle itself uses. */
export const CURRENT_VERSION = '1.4'

/** The minor versions of LangGraph, oldest first. */
export const VERSIONS = [
  ...readdirSync(PACKAGES)
    .filter((name) => /^\d+\.\d+$/.test(name))
    .toSorted(),
  CURRENT_VERSION,
]

export interface VersionProject {
  folder: string
  /** As in langgraph.json. */
  graphs: Record<string, string>
}

export const makeVersionProject = (): VersionProject => {
  const folder = makeTempFolder()
  // npm installs what several versions share into the folder above them.
  symlinkSync(join(PACKAGES, 'node_modules'), join(folder, 'node_modules'))
  for (const version of VERSIONS) {
    mkdirSync(join(folder, version))
    cpSync(join(SOURCE, 'graphs.mjs'), join(folder, version, 'graphs.mjs'))
    const modules = join(version === CURRENT_VERSION ? packageRoot : join(PACKAGES, version), 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(folder, version, 'node_modules'))
  }
  const graphs = Object.fromEntries(
    VERSIONS.flatMap((version) =>
      GRAPHS.map((name) => [`${name}-${version}`, `./${version}/graphs.mjs:${name}`]),
    ),
  )
  writeFileSync(join(folder, 'langgraph.json'), JSON.stringify({ graphs }))
  return { folder, graphs }
}
