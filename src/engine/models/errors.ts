/** No provider serves the model that was asked for. The message says what to set. */
export class ModelNotConfigured extends Error {
  override readonly name = 'ModelNotConfigured'
  readonly code = 'model_not_configured'
}

/** The model stayed silent for longer than MODEL_TIMEOUT_SECONDS. */
export class ModelTimeout extends Error {
  // Not AbortError: the clients take that for the caller's own abort and end a cut stream as if it were complete.
  override readonly name = 'TimeoutError'
  readonly code = 'model_timeout'

  constructor(seconds: number) {
    super(`the model sent nothing for ${String(seconds)} seconds (MODEL_TIMEOUT_SECONDS)`)
  }
}
