export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
  constructor(readonly maxBytes: number) {
    super(`the response is larger than ${String(maxBytes)} bytes`)
  }
}

/**
 * Limits the decompressed size of a response body. Above the limit the stream fails and the source is cancelled. `onEnd` is called
 * once, on success, failure or cancellation.
 */
export const boundBody = (
  source: ReadableStream<Uint8Array>,
  maxBytes: number,
  onEnd: () => void,
): ReadableStream<Uint8Array> => {
  const reader = source.getReader()
  let bytesRead = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            onEnd()
            controller.close()
            return
          }
          bytesRead += value.byteLength
          if (bytesRead > maxBytes) throw new ResponseTooLarge(maxBytes)
          controller.enqueue(value)
        } catch (error) {
          onEnd()
          await reader.cancel(error).catch(() => undefined)
          throw error
        }
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
