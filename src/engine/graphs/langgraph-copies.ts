/**
 * A project brings its own copy of LangGraph, and Node.js loads a package once for `import` and once for `require`.
 * The class of a graph tells which copy created it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getOrCreate } from '../../platform/get-or-create.js'
import { isRequired } from '../loading/is-required.js'

type Format = 'import' | 'require'
type Entry = '.' | './pregel' | './zod/schema'
type Target = string | { default: string }
type Exports = Partial<Record<Entry, Partial<Record<Format, Target>>>>

export interface LangGraphCopy {
  version: string
  /** Resolves to undefined if this version has no such entry. */
  load: (entry: Entry) => Promise<unknown>
}

/** By file, because a factory creates a graph for each run. */
const copiesByFile = new Map<string, Promise<LangGraphCopy[]>>()

/** Returns undefined if the graph was created by no copy of the project, for example by our own. */
export const findCopyOf = async (graph: object, file: string): Promise<LangGraphCopy | undefined> => {
  try {
    // One after the other: loading a copy that the project does not use takes longer than all the rest of a start.
    for (const copy of await getOrCreate(copiesByFile, file, () => listCopies(file)))
      if (await hasCreated(copy, graph)) return copy
  } catch {
    // The project has no copy of LangGraph that we know.
  }
  return undefined
}

const hasCreated = async (copy: LangGraphCopy, graph: object): Promise<boolean> => {
  const { Pregel } = ((await copy.load('./pregel')) ?? {}) as { Pregel?: new () => unknown }
  return Pregel !== undefined && graph instanceof Pregel
}

/** The copy that was probably used comes first. */
const listCopies = async (file: string): Promise<LangGraphCopy[]> => {
  const packageJsonPath = createRequire(file).resolve('@langchain/langgraph/package.json')
  const folder = dirname(packageJsonPath)
  const { exports, version } = JSON.parse(await readFile(packageJsonPath, 'utf8')) as {
    exports: Exports
    version: string
  }
  const formats: Format[] = isRequired(folder) ? ['require', 'import'] : ['import', 'require']
  return formats.map((format) => {
    const load = async (entry: Entry): Promise<unknown> => {
      const target = exports[entry]?.[format]
      if (target === undefined) return undefined
      const path = join(folder, typeof target === 'string' ? target : target.default)
      return import(pathToFileURL(path).href)
    }
    return { version, load }
  })
}
