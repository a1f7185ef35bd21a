/** Registers the TypeScript compiler in this thread, with the tsconfig.json of the project. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flattenTsconfig } from './flatten-tsconfig.js'

const TYPESCRIPT = /\.[cm]?tsx?$/
let compiler: Promise<void> | undefined
let onWarning: (message: string) => void = () => undefined

/** `listener` receives problems of the tsconfig.json that do not stop the project from loading. */
export const onTypeScriptWarning = (listener: typeof onWarning): void => {
  onWarning = listener
}

/** Projects without TypeScript do not load the compiler. With a tsconfig.json, JavaScript may import TypeScript. */
export const needsCompiler = (folder: string, path: string): boolean =>
  TYPESCRIPT.test(path) || existsSync(toTsconfigPath(folder))

/** Also compiles TypeScript that JavaScript imports or requires. */
export const compileTypeScript = (folder: string): Promise<void> => (compiler ??= register(folder))

const toTsconfigPath = (folder: string): string => join(folder, 'tsconfig.json')

const register = async (folder: string): Promise<void> => {
  const file = toTsconfigPath(folder)
  if (!existsSync(file)) {
    await registerWith(undefined)
    return
  }
  try {
    await registerWith(file)
  } catch {
    await registerFlattened(file, folder)
  }
}

const registerWith = async (tsconfig: string | undefined): Promise<void> => {
  // Otherwise the compiler looks for tsconfig.json in the working directory of the service.
  // oxlint-disable-next-line node/no-process-env -- tsx has no other option for require()
  if (tsconfig !== undefined) process.env['TSX_TSCONFIG_PATH'] = tsconfig
  const [imports, requires] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')])
  imports.register(tsconfig === undefined ? {} : { tsconfig })
  requires.register()
}

/**
 * The compiler rejects a tsconfig.json that extends a file that does not exist, for example of a package that is not installed. A copy
 * without it has everything that is known: paths, decorators and JSX.
 */
const registerFlattened = async (file: string, folder: string): Promise<void> => {
  const { tsconfig, missing } = flattenTsconfig(file)
  for (const name of missing)
    onWarning(`tsconfig.json extends ${name}, which is not installed; the project is loaded without it`)
  const temporary = mkdtempSync(join(tmpdir(), 'heddle-tsconfig-'))
  try {
    const copy = join(temporary, 'tsconfig.json')
    writeFileSync(copy, JSON.stringify({ ...tsconfig, include: [`${folder}/**/*`] }))
    await registerWith(copy)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
