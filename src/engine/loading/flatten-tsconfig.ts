/** Merges a tsconfig.json with the files that it extends, as far as they exist. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import stripJsonComments from 'strip-json-comments'

interface CompilerOptions {
  baseUrl?: string
  paths?: Record<string, string[]>
  [name: string]: unknown
}

interface Tsconfig {
  extends?: string | string[]
  compilerOptions?: CompilerOptions
}

interface FlatTsconfig {
  tsconfig: { compilerOptions: CompilerOptions }
  /** The names in `extends` for which there is no file. */
  missing: string[]
}

export const flattenTsconfig = (file: string, visited: ReadonlySet<string> = new Set()): FlatTsconfig => {
  const text = stripJsonComments(readFileSync(file, 'utf8'), { trailingCommas: true })
  const content = JSON.parse(text) as Tsconfig
  const missing: string[] = []
  let compilerOptions: CompilerOptions = {}
  for (const name of [content.extends ?? []].flat()) {
    const parent = resolveExtends(name, file)
    if (parent === undefined) missing.push(name)
    if (parent === undefined || visited.has(parent)) continue
    const flat = flattenTsconfig(parent, new Set([...visited, file]))
    compilerOptions = { ...compilerOptions, ...flat.tsconfig.compilerOptions }
    missing.push(...flat.missing)
  }
  return {
    tsconfig: {
      compilerOptions: { ...compilerOptions, ...withAbsolutePaths(content.compilerOptions ?? {}, file) },
    },
    missing,
  }
}

const resolveExtends = (name: string, file: string): string | undefined => {
  if (name.startsWith('.') || isAbsolute(name)) {
    const path = resolve(dirname(file), name)
    return [path, `${path}.json`, join(path, 'tsconfig.json')].find((candidate) => isFile(candidate))
  }
  const { resolve: resolvePackage } = createRequire(file)
  for (const candidate of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      const path = resolvePackage(candidate)
      if (path.endsWith('.json')) return path
    } catch {
      // The next candidate may exist.
    }
  }
  return undefined
}

const isFile = (path: string): boolean => path.endsWith('.json') && existsSync(path)

/** Paths are relative to the file that contains them, so they have to be absolute in a merged file. */
const withAbsolutePaths = (options: CompilerOptions, file: string): CompilerOptions => {
  const { baseUrl, paths, ...others } = options
  const base = resolve(dirname(file), baseUrl ?? '.')
  return {
    ...others,
    ...(baseUrl !== undefined && { baseUrl: base }),
    ...(paths !== undefined && {
      paths: Object.fromEntries(
        Object.entries(paths).map(([alias, targets]) => [
          alias,
          targets.map((target) => resolve(base, target)),
        ]),
      ),
    }),
  }
}
