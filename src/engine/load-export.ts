/**
 * What a file of a project exports, named as langgraph.json names it: `./path/to/file.ts:export`. TypeScript is compiled on the fly;
 * packages come from the project's own node_modules. Only threads that run code of projects load anything by this.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const TYPESCRIPT = /\.[cm]?tsx?$/
let compiler: Promise<void> | undefined

export interface LoadedExport {
  exported: unknown
  /** The file in full, as the project names it, and the name of the export. */
  path: string
  file: string
  name: string
}

/** `what`: what it is called when it cannot be loaded. */
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

/** Also of what JavaScript imports and requires. Projects without TypeScript need not pay for the compiler. */
const compileTypeScript = async (folder: string): Promise<void> => {
  const tsconfig = toTsconfigPath(folder)
  // Else the compiler looks in the folder that the service was started in.
  // eslint-disable-next-line n/no-process-env -- what is required can be told so by nothing else
  if (existsSync(tsconfig)) process.env['TSX_TSCONFIG_PATH'] ??= tsconfig
  const [imports, requires] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')])
  imports.register(existsSync(tsconfig) ? { tsconfig } : {})
  requires.register()
}

/** Where a project is not of `"type": "module"`, what its TypeScript exports may all stand under `default`. */
const getExport = (module: Record<string, unknown>, name: string): unknown => {
  const defaultExport = module['default'] as Record<string, unknown> | undefined
  return defaultExport?.['__esModule'] === true ? defaultExport[name] : module[name]
}

const splitExportPath = (exportPath: string): string[] => {
  const separator = exportPath.lastIndexOf(':')
  return separator > 1 ? [exportPath.slice(0, separator), exportPath.slice(separator + 1)] : [exportPath]
}
