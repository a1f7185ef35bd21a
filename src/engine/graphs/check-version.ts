/**
 * Checks the versions of LangGraph and LangChain that a project has installed. A version that is too old is refused. Packages that npm
 * would not have combined may still work, so a mismatch is only named if the graph cannot be loaded.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { lt, satisfies } from 'semver'
import { LoadError } from '../loading/load-error.js'

const LANGGRAPH = '@langchain/langgraph'
const CHECKPOINT = '@langchain/langgraph-checkpoint'
const CORE = '@langchain/core'

/** The oldest version that the tests cover; before it, resuming and saving work differently. */
export const OLDEST_VERSION = '0.2.74'
export const UPGRADE = `run: npm install ${LANGGRAPH}@latest ${CORE}@latest`

interface InstalledPackage {
  path: string
  version: string
  peerDependencies?: Record<string, string>
}

/** `file` is the file of the graph; the packages are those that it would import. */
export const checkLangGraphVersion = (file: string): void => {
  const langGraph = findPackage(file, LANGGRAPH)
  if (langGraph !== undefined && lt(langGraph.version, OLDEST_VERSION))
    throw new LoadError(
      `${LANGGRAPH} ${langGraph.version} is installed, but Heddle requires ${OLDEST_VERSION} or later`,
      UPGRADE,
    )
}

/** Describes the packages that do not fit together, or returns undefined. */
export const describeVersionMismatch = (file: string): string | undefined => {
  const langGraph = findPackage(file, LANGGRAPH)
  if (langGraph === undefined) return undefined
  const checkpoint = findPackage(langGraph.path, CHECKPOINT)
  for (const [name, installed] of [
    [LANGGRAPH, langGraph],
    [CHECKPOINT, checkpoint],
  ] as const) {
    const required = installed?.peerDependencies?.[CORE]
    const core = installed && findPackage(installed.path, CORE)
    if (required === undefined || core === undefined || satisfies(core.version, required, OPTIONS)) continue
    return `${name} ${installed?.version ?? ''} requires ${CORE} ${required}, but ${core.version} is installed`
  }
  return undefined
}

const OPTIONS = { includePrerelease: true }

const findPackage = (from: string, name: string): InstalledPackage | undefined => {
  try {
    const path = createRequire(from).resolve(`${name}/package.json`)
    return { path, ...(JSON.parse(readFileSync(path, 'utf8')) as Omit<InstalledPackage, 'path'>) }
  } catch {
    return undefined
  }
}
