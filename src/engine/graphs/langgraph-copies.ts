/**
 * A project brings its own copy of LangGraph, and Node.js loads a package once for `import` and once for `require`.
 * The class of a graph tells which copy created it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getOrCreate } from '../../platform/get-or-create.js'

const FORMATS = ['import', 'require'] as const
type Entry = '.' | './pregel' | './zod/schema'
type Target = string | { default: string }
type Exports = Partial<Record<Entry, Record<(typeof FORMATS)[number], Target>>>

export interface LangGraphCopy {
  version: string
  /** Resolves to undefined if this version has no such entry. */
  load: (entry: Entry) => Promise<unknown>
}

interface LoadedCopy extends LangGraphCopy {
  Pregel: new () => unknown
}

/** By file, because a factory creates a graph for each run. */
const copiesByFile = new Map<string, Promise<LoadedCopy[]>>()

/** Returns undefined if the graph was created by no copy of the project, for example by our own. */
export const findCopyOf = async (graph: object, file: string): Promise<LangGraphCopy | undefined> => {
  try {
    const copies = await getOrCreate(copiesByFile, file, () => loadCopies(file))
    return copies.find(({ Pregel }) => graph instanceof Pregel)
  } catch {
    // The project has no copy of LangGraph that we know.
    return undefined
  }
}

const loadCopies = async (file: string): Promise<LoadedCopy[]> => {
  const packageJsonPath = createRequire(file).resolve('@langchain/langgraph/package.json')
  const { exports, version } = JSON.parse(await readFile(packageJsonPath, 'utf8')) as {
    exports: Exports
    version: string
  }
  const loaded = FORMATS.map(async (format) => {
    const load = async (entry: Entry): Promise<unknown> => {
      const target = exports[entry]?.[format]
      if (target === undefined) return undefined
      const path = join(dirname(packageJsonPath), typeof target === 'string' ? target : target.default)
      return import(pathToFileURL(path).href)
    }
    const { Pregel } = (await load('./pregel')) as Partial<LoadedCopy>
    return Pregel === undefined ? [] : [{ version, load, Pregel }]
  })
  return (await Promise.all(loaded)).flat()
}
