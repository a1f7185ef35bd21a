/**
 * How tokens get from a provider's stream to the callback handlers of a run. Handlers that need no more than the text of a token
 * receive it without LangChain's chunks: the observer through its method `onToken`, and LangGraph's handler of the stream mode
 * `messages`. Any other handler that listens to tokens requires chunks, so then the whole call is streamed in LangChain's way.
 */
import type { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import type { AIMessageChunk } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'
import type { TextChunk } from './text-chunk.js'

export interface TokenListener {
  runId: string
  /** Called for each token. `text` can be empty, for instance while the model writes the arguments of a tool call. */
  onToken(text: string, hasToolCall: boolean, messageId: string | undefined): void
  /** Undefined if the run does not stream messages. */
  messages: MessageListener | undefined
  /** True if the chunk that LangChain creates next consists of tokens that the listener has received. */
  isNotified: boolean
}

export interface MessageListener {
  /** Called for each token that is text only. */
  onText(chunk: TextChunk): void
  /** Called for all other chunks. */
  onChunk(chunk: ChatGenerationChunk): void
}

interface TokenHandler {
  onToken(runId: string, text: string, hasToolCall: boolean, messageId: string | undefined): void
  /** True if the consumer of LangGraph's stream knows TextChunk. Other consumers expect LangChain's messages. */
  readsTextChunks: boolean
  raiseError: boolean
}

/** LangGraph's StreamMessagesHandler. */
interface LangGraphMessages {
  metadatas: Record<string, unknown>
  emittedChatModelRunIds: Record<string, boolean>
  _emit(meta: unknown, message: TextChunk, runId: string): void
  handleLLMNewToken(
    token: string,
    index: unknown,
    runId: string,
    parentRunId: undefined,
    tags: undefined,
    fields: { chunk: ChatGenerationChunk },
  ): void
}

/** Returns undefined if the caller or a handler requires LangChain's chunks. */
export const findTokenListener = (
  options: object,
  runManager: CallbackManagerForLLMRun | undefined,
): TokenListener | undefined => {
  if (runManager === undefined || STREAMED in options) return undefined
  const { runId } = runManager
  const handlers: TokenHandler[] = []
  let messages: MessageListener | undefined
  for (const handler of runManager.handlers) {
    if (handler.ignoreLLM || handler.handleLLMNewToken === undefined) continue
    if (isTokenHandler(handler)) handlers.push(handler)
    else if (isLangGraphMessages(handler) && messages === undefined)
      messages = toMessageListener(handler, runId)
    else return undefined
  }
  if (messages !== undefined && !handlers.some(({ readsTextChunks }) => readsTextChunks)) return undefined
  const onToken: TokenListener['onToken'] = (text, hasToolCall, messageId) => {
    for (const handler of handlers)
      try {
        handler.onToken(runId, text, hasToolCall, messageId)
      } catch (error) {
        if (handler.raiseError) throw error
      }
  }
  return { runId, onToken, messages, isNotified: false }
}

const isTokenHandler = (handler: object): handler is TokenHandler =>
  typeof (handler as Partial<TokenHandler>).onToken === 'function'

/** A handler of another version of LangGraph may look different. */
const isLangGraphMessages = (
  handler: BaseCallbackHandler,
): handler is BaseCallbackHandler & LangGraphMessages => {
  const { _emit, metadatas, emittedChatModelRunIds } = handler as Partial<LangGraphMessages>
  return (
    handler.name === 'StreamMessagesHandler' &&
    typeof _emit === 'function' &&
    typeof metadatas === 'object' &&
    typeof emittedChatModelRunIds === 'object'
  )
}

/** Does what the handler does with a token, see @langchain/langgraph/dist/pregel/messages.js. */
const toMessageListener = (handler: LangGraphMessages, runId: string): MessageListener => ({
  onText: (chunk) => {
    handler.emittedChatModelRunIds[runId] = true
    const meta = handler.metadatas[runId]
    if (meta !== undefined) handler._emit(meta, chunk, runId)
  },
  onChunk: (chunk) => {
    handler.handleLLMNewToken(chunk.text, undefined, runId, undefined, undefined, { chunk })
  },
})

/** Passes the chunks that LangChain creates to the listener, except those whose tokens it has received. */
export async function* notifyOfChunks(
  chunks: AsyncIterable<ChatGenerationChunk>,
  listener: TokenListener,
): AsyncGenerator<ChatGenerationChunk> {
  for await (const chunk of chunks) {
    const message = chunk.message as AIMessageChunk
    // LangChain does this before it passes a chunk to handlers.
    if (message.id == null) message._updateId(`run-${listener.runId}`)
    if (!listener.isNotified) {
      listener.onToken(chunk.text, (message.tool_call_chunks?.length ?? 0) > 0, message.id)
      listener.messages?.onChunk(chunk)
    }
    yield chunk
  }
}

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
