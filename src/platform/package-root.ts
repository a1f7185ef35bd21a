import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const findPackageRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder))

/**
 * Where this package lies. Threads and migrations are loaded from its dist/ whether the caller runs from
 * the build or, in tests, from source: a thread cannot load TypeScript on Node 20.
 */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)))
export const resolveBuildFile = (file: string): string => join(packageRoot, 'dist', file)
