/** The settings that configure model providers. The main thread imports this file too, so it must not import LangChain. */
export interface ModelEnvironment {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  ANTHROPIC_API_KEY?: string | undefined
  OLLAMA_BASE_URL?: string | undefined
  DEFAULT_MODEL?: string | undefined
  DEMO_MODEL: 'auto' | 'off' | 'on'
  /** Maximum time without data, both before the response starts and between two chunks of it. */
  MODEL_TIMEOUT_SECONDS: number
  MODEL_MAX_RETRIES: number
}

/** In demo mode the built-in demo model handles every model name. */
export const isDemoMode = (settings: ModelEnvironment): boolean => {
  if (settings.DEMO_MODEL !== 'auto') return settings.DEMO_MODEL === 'on'
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_BASE_URL } = settings
  // An empty variable counts as unset: `OPENAI_API_KEY=` in an env file means that there is no key.
  return ![OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_BASE_URL].some((value) => value?.trim())
}
