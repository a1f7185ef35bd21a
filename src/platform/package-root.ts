import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const findRoot = (from: string): string =>
  existsSync(join(from, 'package.json')) ? from : findRoot(dirname(from))

/**
 * Where this package lies. Threads and migrations are loaded from its dist/ whether the caller runs from
 * the build or, in tests, from source: a thread cannot load TypeScript on Node 20.
 */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
export const fromBuild = (file: string): string => join(packageRoot, 'dist', file)
