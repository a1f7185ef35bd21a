import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.js'

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  version: string
  dependencies: Record<string, string>
  /** In the published package, the libraries of the bundles are here (scripts/package.mjs). */
  devDependencies: Record<string, string>
}

export const version = manifest.version

const { dependencies, devDependencies } = manifest
export const langGraphVersion = { ...dependencies, ...devDependencies }['@langchain/langgraph'] ?? ''
