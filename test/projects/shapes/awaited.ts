import { readFile } from 'node:fs/promises'
import { Annotation, StateGraph } from '@langchain/langgraph'

const { name } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  name: string
}

export const graph = new StateGraph(Annotation.Root({ project: Annotation<string> }))
  .addNode('read', () => ({ project: name }))
  .addEdge('__start__', 'read')
  .compile()
