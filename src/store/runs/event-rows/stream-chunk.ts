/** Chunks of streamed output: the next one follows within milliseconds, and differs little from the one before. */
export const isStreamChunk = (type: string): boolean => type === 'llm.token' || type.startsWith('lg.messages')
