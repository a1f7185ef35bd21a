/** LANGGRAPH_CONFIG: the configs that the built-in assistants of graphs get when they are created, as on LangGraph's server. */
import { isObject, type JsonObject } from './common.js'

export interface AssistantDefaults {
  config: JsonObject
  context: JsonObject
}

/** A text that starts with a brace is JSON, so that a syntax error in it is reported and not taken for the path of a file. */
export const isJsonObjectText = (text: string): boolean => /^\s*\{/.test(text)

/** Returns the defaults by graph ID, or undefined if the text is not valid. */
export const parseAssistantDefaults = (
  text: string | undefined,
): Map<string, AssistantDefaults> | undefined => {
  const defaults = new Map<string, AssistantDefaults>()
  if (text === undefined || !isJsonObjectText(text)) return defaults
  let content: JsonObject
  try {
    content = JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
  for (const [graphId, value] of Object.entries(content)) {
    if (!isObject(value)) return undefined
    const { context = {}, ...config } = value
    if (!isObject(context)) return undefined
    defaults.set(graphId, { config, context })
  }
  return defaults
}
