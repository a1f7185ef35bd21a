/** The body of a response, read chunk by chunk without web streams. */
export interface ByteSource {
  /** Resolves to undefined at the end of the body. Must not be called again before it has resolved. */
  read(): Promise<Uint8Array | undefined>
  cancel(reason?: unknown): void
}

export const fromWebStream = (stream: ReadableStream<Uint8Array>): ByteSource => {
  const reader = stream.getReader()
  return {
    read: async () => (await reader.read()).value,
    cancel: (reason) => {
      reader.cancel(reason).catch(() => undefined)
    },
  }
}

/** With a high-water mark of 0 nothing is read until the consumer of the stream reads. */
export const toWebStream = (source: ByteSource): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await source.read()
        if (bytes === undefined) controller.close()
        else controller.enqueue(bytes)
      },
      cancel: (reason) => {
        source.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )

export const readText = async (source: ByteSource): Promise<string> => {
  const chunks: Uint8Array[] = []
  for (let bytes = await source.read(); bytes !== undefined; bytes = await source.read()) chunks.push(bytes)
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Calls `onTimeout` if a single wait for data takes longer than `timeoutMs`. The time between two reads does not count. */
export const withIdleTimeout = (source: ByteSource, timeoutMs: number, onTimeout: () => void): ByteSource => {
  let isReading = false
  let timer: NodeJS.Timeout | undefined
  // One timer serves all reads: a timer per read would cost more than parsing a token.
  const startTimer = (): void => {
    if (timer === undefined) timer = setTimeout(() => isReading && onTimeout(), timeoutMs)
    else timer.refresh()
  }
  return {
    async read() {
      startTimer()
      isReading = true
      let bytes: Uint8Array | undefined
      try {
        bytes = await source.read()
      } finally {
        isReading = false
        if (bytes === undefined) clearTimeout(timer)
      }
      return bytes
    },
    cancel(reason) {
      clearTimeout(timer)
      source.cancel(reason)
    },
  }
}
