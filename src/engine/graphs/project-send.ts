/**
 * Creates `Send` objects for graphs of a project. LangGraph accepts a `Send` only as an instance of its own
 * class, and a project brings its own copy of LangGraph, loaded by `import` or by `require`. The class of a
 * graph tells which copy created it.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Send } from '@langchain/langgraph'

type SendFactory = (node: string, input: unknown) => Send

interface LangGraphCopy {
  Pregel?: new () => unknown
  Send?: new (node: string, input: unknown) => Send
}

type ModuleFormat = 'import' | 'require'

const sendFactories = new WeakMap<object, SendFactory>()

export const registerSendFactory = async (graph: object, file: string): Promise<void> => {
  for (const { Pregel, Send: ProjectSend } of await loadLangGraphCopies(file)) {
    if (Pregel === undefined || ProjectSend === undefined || !(graph instanceof Pregel)) continue
    sendFactories.set(graph, (node, input) => new ProjectSend(node, input))
  }
}

/** Graphs without a registered factory are ours and use our own copy. */
export const createSend = (graph: object, node: string, input: unknown): Send =>
  sendFactories.get(graph)?.(node, input) ?? new Send(node, input)

const loadLangGraphCopies = async (file: string): Promise<LangGraphCopy[]> => {
  try {
    const packageJsonPath = createRequire(file).resolve('@langchain/langgraph/package.json')
    const { exports } = JSON.parse(await readFile(packageJsonPath, 'utf8')) as {
      exports: Record<'.' | './pregel', Record<ModuleFormat, { default: string }>>
    }
    const load = async (entry: '.' | './pregel', format: ModuleFormat): Promise<LangGraphCopy> => {
      const path = join(dirname(packageJsonPath), exports[entry][format].default)
      return (await import(pathToFileURL(path).href)) as LangGraphCopy
    }
    const loadCopy = async (format: ModuleFormat): Promise<LangGraphCopy> => ({
      ...(await load('.', format)),
      ...(await load('./pregel', format)),
    })
    return [await loadCopy('import'), await loadCopy('require')]
  } catch {
    // The project has no copy of LangGraph that we know; its graphs run without Send targets.
    return []
  }
}
