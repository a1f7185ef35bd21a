import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const findPackageRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : findPackageRoot(dirname(folder))

/**
 * The folder of this package. Threads and migrations are always loaded from its dist/ folder, even if tests run from source: a
 * thread cannot load TypeScript on Node 20.
 */
export const packageRoot = findPackageRoot(dirname(fileURLToPath(import.meta.url)))
export const resolveBuildFile = (file: string): string => join(packageRoot, 'dist', file)
