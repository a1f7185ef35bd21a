/** No provider serves the requested model. The message names the missing setting. */
export class ModelNotConfigured extends Error {
  override readonly name = 'ModelNotConfigured'
  readonly code = 'model_not_configured'
}

/** The model sent no data for longer than MODEL_TIMEOUT_SECONDS. */
export class ModelTimeout extends Error {
  // The name must not be AbortError: the clients treat that as an abort by the caller and end a truncated stream as if
  // it were complete.
  override readonly name = 'TimeoutError'
  readonly code = 'model_timeout'

  constructor(seconds: number) {
    super(`the model sent no data for ${String(seconds)} seconds (MODEL_TIMEOUT_SECONDS)`)
  }
}
