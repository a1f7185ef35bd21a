/**
 * Loads an export of a project's file, named as in langgraph.json: `./path/to/file.ts:export`. TypeScript is compiled on the fly, and
 * packages come from the project's own node_modules. Only threads that run project code use this.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const TYPESCRIPT = /\.[cm]?tsx?$/
let compiler: Promise<void> | undefined

export interface LoadedExport {
  exported: unknown
  /** The absolute path, the path as in langgraph.json, and the name of the export. */
  path: string
  file: string
  name: string
}

/** `setting` is the name for error messages. */
export const loadExport = async (
  folder: string,
  exportPath: string,
  setting: string,
): Promise<LoadedExport> => {
  const [file = '', name = 'default'] = splitExportPath(exportPath)
  const path = resolve(folder, file)
  if (TYPESCRIPT.test(path) || existsSync(toTsconfigPath(folder)))
    await (compiler ??= compileTypeScript(folder))
  const module = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Error(`${setting} cannot be loaded from ${file}: ${(error as Error).message}`, { cause: error })
  })) as Record<string, unknown>
  const exported = await getExport(module, name)
  if (exported === undefined) throw new Error(`${setting}: ${file} exports no ${name}`)
  return { exported, path, file, name }
}

const toTsconfigPath = (folder: string): string => join(folder, 'tsconfig.json')

/** Also compiles TypeScript that JavaScript imports or requires. Projects without TypeScript do not load the compiler. */
const compileTypeScript = async (folder: string): Promise<void> => {
  const tsconfig = toTsconfigPath(folder)
  // Otherwise the compiler looks for tsconfig.json in the working directory of the service.
  // oxlint-disable-next-line node/no-process-env -- tsx has no other option for require()
  if (existsSync(tsconfig)) process.env['TSX_TSCONFIG_PATH'] ??= tsconfig
  const [imports, requires] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')])
  imports.register(existsSync(tsconfig) ? { tsconfig } : {})
  requires.register()
}

/** In a project without `"type": "module"`, all exports of a TypeScript file may be under `default`. */
const getExport = (module: Record<string, unknown>, name: string): unknown => {
  const defaultExport = module['default'] as Record<string, unknown> | undefined
  return defaultExport?.['__esModule'] === true ? defaultExport[name] : module[name]
}

const splitExportPath = (exportPath: string): string[] => {
  const separator = exportPath.lastIndexOf(':')
  return separator > 1 ? [exportPath.slice(0, separator), exportPath.slice(separator + 1)] : [exportPath]
}
