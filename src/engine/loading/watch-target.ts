/** A path whose change or appearance makes a reload worthwhile. */
import { existsSync } from 'node:fs'
import { dirname, extname, isAbsolute, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface WatchTarget {
  path: string
  /** True if a file with this path and any extension counts, because an import may omit or replace it. */
  anyExtension: boolean
}

const CODE_EXTENSIONS = new Set(['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'])
/** What package managers write at the end of an installation. */
const INSTALL_MARKERS = ['.package-lock.json', '.modules.yaml', '.yarn-integrity', '.yarn-state.yml']

export const isInNodeModules = (path: string): boolean => path.includes(`${sep}node_modules${sep}`)

/** The paths at which a module may appear that `importer` did not find. */
export const toMissingTargets = (specifier: string, importer: string): WatchTarget[] => {
  if (specifier.startsWith('node:') || specifier.startsWith('data:')) return []
  const isPath = specifier.startsWith('.') || isAbsolute(specifier) || specifier.startsWith('file:')
  if (!isPath) return toPackageTargets(specifier, importer)
  const path = specifier.startsWith('file:')
    ? fileURLToPath(specifier)
    : resolve(dirname(importer), specifier.replace(/[?#].*$/, ''))
  if (isInNodeModules(path)) return []
  const extension = extname(path)
  if (extension === '') return [{ path, anyExtension: true }]
  return CODE_EXTENSIONS.has(extension)
    ? [{ path: path.slice(0, -extension.length), anyExtension: true }]
    : [{ path, anyExtension: false }]
}

const toPackageTargets = (specifier: string, importer: string): WatchTarget[] => {
  const [first = '', second = ''] = specifier.split('/')
  const name = first.startsWith('@') ? join(first, second) : first
  return listPackageFolders(dirname(importer)).flatMap((folder) =>
    [name, ...INSTALL_MARKERS].map((entry) => ({
      path: join(folder, 'node_modules', entry),
      anyExtension: false,
    })),
  )
}

/** Packages may be installed beside each package.json above the importer, for example at the root of a workspace. */
const listPackageFolders = (folder: string): string[] => {
  const parent = dirname(folder)
  const folders = existsSync(join(folder, 'package.json')) ? [folder] : []
  return parent === folder ? folders : [...folders, ...listPackageFolders(parent)]
}
