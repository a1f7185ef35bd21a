/**
 * Follows a run until it has ended. The stream may break at any time: the connection is lost, a proxy closes it, or the service
 * restarts. The run continues without it, so the stream is opened again after the last event that was received.
 */
import { api, openStream, reopenStream, unwrap } from './client.ts'
import type { LangGraphRun, RunRequest } from './dialect.ts'
import { isTemporary } from './errors.ts'
import { readEvents, type StreamMessage } from './stream.ts'
import { runStreamPath, STREAM_OPTIONS } from './threads.ts'

export type FollowState = 'connecting' | 'live' | 'reconnecting'

interface FollowOptions {
  threadId: string
  /** A run to start, or the id of a run that exists. */
  run: RunRequest | string
  onStart: (runId: string) => void
  onEvent: (event: StreamMessage) => void
  onState: (state: FollowState) => void
  signal: AbortSignal
}

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8_000

const isOver = ({ status }: LangGraphRun): boolean => status !== 'pending' && status !== 'running'

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })

/** A function, because the value changes while the code waits. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted

const runIdFrom = (response: Response): string =>
  response.headers.get('content-location')?.split('/').at(-1) ?? ''

/** Resolves with the run when it has ended, or with undefined if `signal` was aborted before. */
export const followRun = async ({
  threadId,
  run,
  onStart,
  onEvent,
  onState,
  signal,
}: FollowOptions): Promise<LangGraphRun | undefined> => {
  let runId = typeof run === 'string' ? run : ''
  let lastEventId: string | undefined
  let failures = 0
  onState('connecting')

  const open = async (): Promise<Response> => {
    if (runId !== '') return reopenStream(runStreamPath(threadId, runId), lastEventId, signal)
    const body = { ...(run as RunRequest), ...STREAM_OPTIONS }
    const response = await openStream(runStreamPath(threadId), body, signal)
    runId = runIdFrom(response)
    return response
  }

  const readStream = async (): Promise<void> => {
    const response = await open()
    onStart(runId)
    onState('live')
    failures = 0
    if (response.body === null) return
    for await (const event of readEvents(response.body)) {
      if (isAborted(signal)) return
      if (event.id !== '') lastEventId = event.id
      onEvent(event)
    }
  }

  for (;;) {
    try {
      await readStream()
      if (isAborted(signal)) return undefined
      const path = { thread_id: threadId, run_id: runId }
      const current = await unwrap(
        api.GET('/threads/{thread_id}/runs/{run_id}', { params: { path }, signal }),
      )
      if (isOver(current)) return current
    } catch (error) {
      if (isAborted(signal)) return undefined
      // A request that started nothing is reported, so that the person can send it again.
      if (runId === '' || !isTemporary(error)) throw error
    }
    failures += 1
    onState('reconnecting')
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
    await wait(delay * (0.75 + Math.random() / 2), signal)
    if (isAborted(signal)) return undefined
  }
}
