import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './package-root.js'

const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  version: string
  dependencies: Record<string, string>
}

export const version = manifest.version

export const langGraphVersion = manifest.dependencies['@langchain/langgraph'] ?? ''
