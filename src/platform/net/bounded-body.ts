export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
  constructor(readonly maxBytes: number) {
    super(`the response is larger than ${String(maxBytes)} bytes`)
  }
}

/**
 * The same bytes, as they are after decompression, up to a limit: past it the stream fails and its source is let go.
 * `onEnd` is called once, however it ends.
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
