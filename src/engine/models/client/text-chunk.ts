/**
 * A chunk of a message that consists of text only. It has the fields of LangChain's AIMessageChunk that are sent to clients, without the
 * cost of creating one: that takes longer than everything else that happens to a token.
 */
import { AIMessageChunk } from '@langchain/core/messages'

interface TextChunkFields {
  content: string | { type: string; [key: string]: unknown }[]
  response_metadata: Record<string, unknown>
}

export class TextChunk {
  readonly type = 'ai'
  readonly lc_kwargs: { id?: string } = {}

  constructor(
    private readonly fields: TextChunkFields,
    /** LangGraph replaces the ID of the call by that of the message. */
    public id: string | undefined,
  ) {}

  /** LangChain and LangGraph recognize messages by this method. */
  _getType(): 'ai' {
    return 'ai'
  }

  /** Returns the chunk as messageToWire() would return the AIMessageChunk. */
  toWire(): Record<string, unknown> {
    const { content, response_metadata } = this.fields
    return {
      content,
      additional_kwargs: {},
      response_metadata,
      id: this.id,
      type: 'AIMessageChunk',
      tool_calls: [],
      invalid_tool_calls: [],
      tool_call_chunks: [],
    }
  }

  toMessageChunk(): AIMessageChunk {
    return new AIMessageChunk({ ...this.fields, ...(this.id !== undefined && { id: this.id }) })
  }
}
