/**
 * What a file of a project exports, named as langgraph.json names it: `./path/to/file.ts:export`. TypeScript is compiled on the fly;
 * packages come from the project's own node_modules. Only threads that run code of projects load anything by this.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const TYPESCRIPT = /\.[cm]?tsx?$/
let isTypeScriptReady = false

export interface Exported {
  exported: unknown
  /** The file in full, as the project names it, and the name of the export. */
  path: string
  file: string
  name: string
}

/** `what`: what it is called when it cannot be loaded. */
export const loadExport = async (folder: string, place: string, what: string): Promise<Exported> => {
  const [file = '', name = 'default'] = splitPlace(place)
  const path = resolve(folder, file)
  if (TYPESCRIPT.test(path) && !isTypeScriptReady) {
    const { register } = await import('tsx/esm/api')
    register()
    isTypeScriptReady = true
  }
  const module = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new Error(`${what} cannot be loaded from ${file}: ${(error as Error).message}`, { cause: error })
  })) as Record<string, unknown>
  const exported = module[name]
  if (exported === undefined) throw new Error(`${what}: ${file} exports no ${name}`)
  return { exported, path, file, name }
}

const splitPlace = (place: string): string[] => {
  const at = place.lastIndexOf(':')
  return at > 1 ? [place.slice(0, at), place.slice(at + 1)] : [place]
}
