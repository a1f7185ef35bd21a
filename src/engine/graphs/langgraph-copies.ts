/**
 * A project brings its own copy of LangGraph, and Node.js loads a package once for `import` and once for `require`.
 * The class of a graph tells which copy created it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FORMATS = ['import', 'require'] as const
type Entry = '.' | './pregel' | './zod/schema'
type Exports = Partial<Record<Entry, Record<(typeof FORMATS)[number], { default: string }>>>

/** Returns the exports of an entry of the copy of LangGraph that created the graph; undefined if no copy did. */
export const loadFromCopyOf = async <Module>(
  graph: object,
  file: string,
  entry: Entry,
): Promise<Module | undefined> => {
  try {
    const packageJsonPath = createRequire(file).resolve('@langchain/langgraph/package.json')
    const { exports } = JSON.parse(await readFile(packageJsonPath, 'utf8')) as { exports: Exports }
    const load = async (name: Entry, format: (typeof FORMATS)[number]): Promise<unknown> => {
      const path = exports[name]?.[format].default
      return path === undefined ? undefined : import(pathToFileURL(join(dirname(packageJsonPath), path)).href)
    }
    for (const format of FORMATS) {
      const { Pregel } = (await load('./pregel', format)) as { Pregel?: new () => unknown }
      if (Pregel !== undefined && graph instanceof Pregel)
        return (await load(entry, format)) as Module | undefined
    }
    return undefined
  } catch {
    // The project has no copy of LangGraph that we know.
    return undefined
  }
}
