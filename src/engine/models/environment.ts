/** The settings of the service that say which models there are. Read by the main thread too: no LangChain here. */
export interface ModelEnvironment {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  ANTHROPIC_API_KEY?: string | undefined
  OLLAMA_BASE_URL?: string | undefined
  DEFAULT_MODEL?: string | undefined
  DEMO_MODEL: 'auto' | 'off' | 'on'
  /** The longest silence that is borne: before the answer begins, and between two pieces of it. */
  MODEL_TIMEOUT_SECONDS: number
  MODEL_MAX_RETRIES: number
}

/** In demo mode the built-in model answers for every model name. */
export const isDemoMode = (settings: ModelEnvironment): boolean => {
  if (settings.DEMO_MODEL !== 'auto') return settings.DEMO_MODEL === 'on'
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_BASE_URL } = settings
  // An empty variable is an absent one: that is what `OPENAI_API_KEY=` in an env file means.
  return ![OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_BASE_URL].some((value) => value?.trim())
}
