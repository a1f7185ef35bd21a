/**
 * Loads an export of a project's file, named as in langgraph.json: `./path/to/file.ts:export`. TypeScript is compiled on the fly, and
 * packages come from the project's own node_modules. Only threads that run project code use this.
 */
import { existsSync, statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findExport } from './loading/find-export.js'
import { LoadError } from './loading/load-error.js'
import { compileTypeScript, needsCompiler } from './loading/typescript.js'

const PYTHON = new Set(['.py', '.pyx', '.pyd', '.pyi'])
/** An import of a large project takes seconds; one that takes longer than this waits for something that does not happen. */
const IMPORT_TIMEOUT_MS = 60_000

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
  timeoutMs = IMPORT_TIMEOUT_MS,
): Promise<LoadedExport> => {
  const [file = '', name = 'default'] = splitExportPath(exportPath)
  const path = resolve(folder, file)
  try {
    checkFile(path, file)
    if (needsCompiler(folder, path)) await compileTypeScript(folder)
    const load = async (): Promise<unknown> =>
      findExport((await import(pathToFileURL(path).href)) as Record<string, unknown>, file, name)
    return { exported: await limitTime(load(), timeoutMs, file), path, file, name }
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) }
    throw new Error(`${setting} cannot be loaded from ${file}: ${message}`, { cause: error })
  }
}

const checkFile = (path: string, file: string): void => {
  if (PYTHON.has(extname(path)))
    throw new LoadError(
      `${file} is Python, and Heddle runs JavaScript and TypeScript only`,
      "remove it from langgraph.json and serve it with LangChain's Python server",
    )
  if (!existsSync(path))
    throw new LoadError(
      `${file} does not exist`,
      `create ${path}, or correct the path in langgraph.json (it is relative to that file)`,
    )
  if (statSync(path).isDirectory())
    throw new LoadError(`${file} is a folder`, 'name the file in langgraph.json: "./folder/file.ts:export"')
}

const limitTime = async (load: Promise<unknown>, timeoutMs: number, file: string): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `${file} was not loaded after ${String(timeoutMs / 1000)} s`
      reject(
        new LoadError(
          message,
          'a top-level await, or the exported promise, does not end; look for a connection that is not made',
        ),
      )
    }, timeoutMs)
  })
  return Promise.race([load, timeout]).finally(() => {
    clearTimeout(timer)
  })
}

export const splitExportPath = (exportPath: string): string[] => {
  const separator = exportPath.lastIndexOf(':')
  return separator > 1 ? [exportPath.slice(0, separator), exportPath.slice(separator + 1)] : [exportPath]
}
