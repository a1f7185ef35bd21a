/** Runs many streams at a time until all of them have ended. */
import type { StreamClient } from './stream-clients.js'
import { describeLoad, toModel, type Load } from './stream-loads.js'

/** A server that loses a stream would keep the benchmark waiting. No load takes a minute, unless the machine has much other work. */
const MAX_SECONDS = 600

/** Resolves with the delays of the tokens of each stream. `onStart` is passed the same lists, which then fill. */
export const runStreams = async (
  client: StreamClient,
  load: Load,
  onStart?: (received: readonly (readonly number[])[]) => void,
): Promise<number[][]> => {
  const start = await client(toModel(load))
  const streams = Array.from({ length: load.streams }, (): number[] => [])
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${describeLoad(load)}: not all streams have ended after ${MAX_SECONDS} s`))
    }, MAX_SECONDS * 1000)
  })
  onStart?.(streams)
  try {
    await Promise.race([Promise.all(streams.map((delays) => start(delays))), timeout])
  } finally {
    clearTimeout(timer)
  }
  const received = streams.flat().length
  const expected = load.streams * load.tokens
  if (received !== expected)
    throw new Error(`received ${received} tokens instead of ${expected} (${describeLoad(load)})`)
  return streams
}
