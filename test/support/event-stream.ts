/** A client of the event stream of a run. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Frame {
  id: number
  event: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into events that they know
  data: any
  /** As it came, without the empty line behind it. */
  text: string
}

const FINAL = new Set(['run.completed', 'run.failed', 'run.cancelled'])
export const isFinalFrame = ({ event }: Frame): boolean => FINAL.has(event)

/** Cuts frames out of pieces of text that are split anywhere. Half a frame is none, and comments are skipped. */
export const makeFrameReader = () => {
  let remainder = ''
  return (chunk: string): Frame[] => {
    const blocks = (remainder + chunk).split('\n\n')
    remainder = blocks.pop() ?? ''
    return blocks.filter((block) => !block.startsWith(':')).map(parseFrame)
  }
}

const parseFrame = (text: string): Frame => {
  const [, id, event, data] = /^id: (\d+)\nevent: (\S+)\ndata: (.*)$/.exec(text) ?? []
  if (data === undefined) throw new Error(`not a frame of an event: ${text}`)
  return { id: Number(id), event: event ?? '', data: JSON.parse(data), text }
}

export const streamPath = (runId: string): string => `/api/v1/stream?run_id=${runId}`

/** The frames of one connection, until it ends; throws when it breaks or is refused. */
export async function* readFrames(
  url: string,
  runId: string,
  { after = 0, signal = null }: { after?: number; signal?: AbortSignal | null } = {},
): AsyncGenerator<Frame> {
  const headers = { 'last-event-id': String(after) }
  const response = await fetch(url + streamPath(runId), { headers, signal })
  if (response.status !== 200 || response.body === null) {
    throw new Error(`the stream was answered ${String(response.status)}: ${await response.text()}`)
  }
  const read = makeFrameReader()
  const decoder = new TextDecoder()
  for await (const chunk of response.body) yield* read(decoder.decode(chunk as Uint8Array, { stream: true }))
}

/** What is stored of a run that has ended. */
export const readAllFrames = async (url: string, runId: string): Promise<Frame[]> => {
  const frames: Frame[] = []
  for await (const frame of readFrames(url, runId)) frames.push(frame)
  return frames
}

interface FollowedRun {
  frames: Frame[]
  connections: number
}

/**
 * Follows a run to its last event, as a client does that comes back, with the last number it has, whenever it is cut
 * off or has heard nothing for too long. `urlNow` is asked each time; undefined: there is no server at the moment.
 */
export const followRun = async (
  getUrl: () => string | undefined,
  runId: string,
  { idleTimeoutMs, signal }: { idleTimeoutMs: number; signal: AbortSignal },
): Promise<FollowedRun> => {
  const frames: Frame[] = []
  let connections = 0
  for (;;) {
    signal.throwIfAborted()
    const url = getUrl()
    if (url === undefined) {
      await sleep(10)
      continue
    }
    connections++
    const idleAbort = new AbortController()
    const timer = setTimeout(() => idleAbort.abort(), idleTimeoutMs)
    try {
      const after = frames.at(-1)?.id ?? 0
      for await (const frame of readFrames(url, runId, { after, signal: idleAbort.signal })) {
        frames.push(frame)
        timer.refresh()
        if (isFinalFrame(frame)) return { frames, connections }
      }
    } catch {
      await sleep(10)
    } finally {
      clearTimeout(timer)
    }
  }
}
