import type { ModelSettings } from '../graphs/graph-deps.js'

/** Converts the settings of an assistant to the options that LangChain's chat models share; unset ones are omitted. */
export const toClientSettings = ({ temperature, top_p, max_tokens }: ModelSettings) => ({
  ...(temperature === undefined ? {} : { temperature }),
  ...(top_p === undefined ? {} : { topP: top_p }),
  ...(max_tokens === undefined ? {} : { maxTokens: max_tokens }),
})
