/** Creates a LangGraph.js project in a temporary folder: graphs in JavaScript, listed in langgraph.json. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTempFolder } from './heddle-process.js'

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

export interface GraphProject {
  folder: string
  /** The environment variables for starting Heddle with this project. */
  env: { LANGGRAPH_JSON: string }
}

/** `graphs` maps graph IDs to the source of a module that exports the graph as `graph`. */
export const makeProject = (graphs: Record<string, string>): GraphProject => {
  const folder = makeTempFolder()
  for (const [id, source] of Object.entries(graphs)) writeFileSync(join(folder, `${id}.mjs`), source)
  const graphEntries = Object.keys(graphs).map((id) => [id, `./${id}.mjs:graph`])
  const config = join(folder, 'langgraph.json')
  writeFileSync(config, JSON.stringify({ graphs: Object.fromEntries(graphEntries) }))
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'))
  return { folder, env: { LANGGRAPH_JSON: config } }
}
