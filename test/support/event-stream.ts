/** A client for the event stream of a run. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventSourceMessage } from 'eventsource-parser'
import { makeSseParser } from './sse.js'

export interface Frame {
  id: number
  event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read events whose shape they know
  data: any
  /** The fields of the event as they were received. */
  text: string
}

const FINAL = new Set(['run.completed', 'run.failed', 'run.cancelled'])
export const isFinalFrame = ({ event }: Frame): boolean => FINAL.has(event)

const toFrame = ({ id, event, data }: EventSourceMessage): Frame => {
  if (id === undefined || event === undefined) throw new Error(`an event without ID or type: ${data}`)
  return { id: Number(id), event, data: JSON.parse(data), text: `id: ${id}\nevent: ${event}\ndata: ${data}` }
}

export const streamPath = (runId: string): string => `/api/v1/stream?run_id=${runId}`

/** Yields the frames of one connection until it ends. Throws if it breaks or is rejected. */
export async function* readFrames(
  url: string,
  runId: string,
  { after = 0, signal = null }: { after?: number; signal?: AbortSignal | null } = {},
): AsyncGenerator<Frame> {
  const headers = { 'last-event-id': String(after) }
  const response = await fetch(url + streamPath(runId), { headers, signal })
  if (response.status !== 200 || response.body === null) {
    throw new Error(
      `the stream request failed with status ${String(response.status)}: ${await response.text()}`,
    )
  }
  const parse = makeSseParser()
  const decoder = new TextDecoder()
  for await (const chunk of response.body)
    yield* parse(decoder.decode(chunk as Uint8Array, { stream: true })).map(toFrame)
}

/** Reads all stored events of a run that has ended. */
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
 * Follows a run to its last event. Like a client, it reconnects with the last event ID whenever the connection breaks or no
 * frame arrives for too long. `getUrl` is called for each connection; undefined means that no server is running.
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

/** The text of a whole stream, for comparing two of them. */
export const joinFrames = (frames: readonly Frame[]): string => frames.map(({ text }) => text).join('\n\n')
