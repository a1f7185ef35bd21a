/**
 * LangGraph takes a node with an input of its own as a target only as an instance of its class `Send`. A project brings its own
 * copy of LangGraph, by `import` or by `require`; which of them made a graph is seen by its class.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Send } from '@langchain/langgraph'

type MakeSend = (node: string, input: unknown) => Send

interface Copy {
  Pregel?: new () => unknown
  Send?: new (node: string, input: unknown) => Send
}

type Way = 'import' | 'require'

const ofGraphs = new WeakMap<object, MakeSend>()

export const noteSends = async (graph: object, file: string): Promise<void> => {
  for (const { Pregel, Send: Theirs } of await copiesFor(file)) {
    if (Pregel === undefined || Theirs === undefined || !(graph instanceof Pregel)) continue
    ofGraphs.set(graph, (node, input) => new Theirs(node, input))
  }
}

/** A graph that is ours takes our own. */
export const makeSend = (graph: object, node: string, input: unknown): Send =>
  ofGraphs.get(graph)?.(node, input) ?? new Send(node, input)

const copiesFor = async (file: string): Promise<Copy[]> => {
  try {
    const description = createRequire(file).resolve('@langchain/langgraph/package.json')
    const { exports } = JSON.parse(await readFile(description, 'utf8')) as {
      exports: Record<'.' | './pregel', Record<Way, { default: string }>>
    }
    const load = async (entry: '.' | './pregel', way: Way): Promise<Copy> => {
      const path = join(dirname(description), exports[entry][way].default)
      return (await import(pathToFileURL(path).href)) as Copy
    }
    const of = async (way: Way): Promise<Copy> => ({
      ...(await load('.', way)),
      ...(await load('./pregel', way)),
    })
    return [await of('import'), await of('require')]
  } catch {
    // A graph may be of another make; it is then run without such targets.
    return []
  }
}
