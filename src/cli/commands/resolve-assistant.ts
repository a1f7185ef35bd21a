import { BUILT_IN_GRAPH, builtInAssistantId } from '../../domain/built-in-graph.js'
import { isUuid } from '../../platform/ids.js'
import type { Assistant } from '../../schema/assistant.js'
import { usageError } from '../command-error.js'
import type { Client } from '../service/client.js'

const MAX_LISTED = 10

const isBuiltIn = ({ assistant_id, graph_id }: Assistant): boolean =>
  assistant_id === builtInAssistantId(graph_id)

const listAssistants = (client: Client): AsyncGenerator<Assistant> => client.list('/api/v1/assistants')

/** The assistant of runs that name none: that of the graph `agent`, or the first one of the project. */
export const findDefaultAssistant = async (client: Client): Promise<string> => {
  let first: Assistant | undefined
  for await (const assistant of listAssistants(client)) {
    if (!isBuiltIn(assistant)) continue
    if (assistant.graph_id === BUILT_IN_GRAPH) return assistant.assistant_id
    first = assistant
  }
  if (first === undefined)
    throw usageError('the service has no assistant; create one with: heddle assistants create')
  return first.assistant_id
}

/** Finds the id of an assistant by its id, its name or its graph. */
export const resolveAssistant = async (client: Client, value: string): Promise<string> => {
  if (isUuid(value)) return value.toLowerCase()
  const assistants: Assistant[] = []
  for await (const assistant of listAssistants(client)) assistants.push(assistant)
  const named = assistants.filter(({ name }) => name === value)
  if (named.length > 1)
    throw usageError(`several assistants are named ${value}; use the id of one: heddle assistants list`)
  const found = named[0] ?? assistants.find((each) => each.graph_id === value && isBuiltIn(each))
  if (found !== undefined) return found.assistant_id
  const known = assistants.slice(0, MAX_LISTED).map(({ name }) => name)
  throw usageError(
    `assistant ${value} does not exist; there are ${known.join(', ')}; see heddle assistants list`,
  )
}
