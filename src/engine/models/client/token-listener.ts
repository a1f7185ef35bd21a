/**
 * How tokens get from a provider's stream to the callback handlers of a run. A handler that needs no more than the text of a token
 * (the observer) implements `onToken` and receives plain strings. Any other handler that listens to tokens requires LangChain's
 * chunks, so one is made for each token of the call.
 */
import type { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'

/** `text` can be empty, for instance while the model writes the arguments of a tool call (`hasToolCall`). */
export type TokenListener = (text: string, hasToolCall: boolean, messageId: string | undefined) => void

interface TokenHandler {
  onToken(runId: string, text: string, hasToolCall: boolean, messageId: string | undefined): void
  raiseError: boolean
}

/** Returns undefined if the caller or a handler requires LangChain's chunks. */
export const findTokenListener = (
  options: object,
  runManager: CallbackManagerForLLMRun | undefined,
): TokenListener | undefined => {
  if (runManager === undefined || STREAMED in options) return undefined
  const { runId } = runManager
  const handlers = runManager.handlers.filter(listensToTokens)
  if (!handlers.every(acceptsPlainTokens)) return undefined
  return (text, hasToolCall, messageId) => {
    for (const handler of handlers as unknown as TokenHandler[])
      try {
        handler.onToken(runId, text, hasToolCall, messageId)
      } catch (error) {
        if (handler.raiseError) throw error
      }
  }
}

const listensToTokens = (handler: BaseCallbackHandler): boolean =>
  !handler.ignoreLLM && handler.handleLLMNewToken !== undefined

const acceptsPlainTokens = (handler: BaseCallbackHandler): boolean =>
  typeof (handler as Partial<TokenHandler>).onToken === 'function'

const STREAMED = Symbol('streamed')

/** Marks the options of a call of `model.stream()`, whose caller reads chunk by chunk. */
export const asStreamed = <Options extends object>(options: Options | undefined): Options =>
  ({ ...options, [STREAMED]: true }) as unknown as Options

const LISTENER = Symbol('token listener')

type Headers = Record<string | symbol, unknown>

/**
 * LangChain passes the `headers` of the call options on to the method that sends the request. The symbol among them is not a
 * header; it tells that method who listens.
 */
export const withTokenListener = <Options extends object>(
  options: Options,
  listener: TokenListener,
): Options => ({
  ...options,
  headers: { ...(options as { headers?: object }).headers, [LISTENER]: listener },
})

export const getTokenListener = (options: { headers?: unknown } | undefined): TokenListener | undefined =>
  (options?.headers as Headers | null | undefined)?.[LISTENER] as TokenListener | undefined
