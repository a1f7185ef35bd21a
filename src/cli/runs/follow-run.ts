/** Follows the events of a run. Events are numbered and stored, so a broken stream continues where it ended, also after a restart. */
import { CommandError, incomplete } from '../command-error.js'
import type { Client } from '../service/client.js'
import { describeCause } from '../service/describe-failure.js'

export interface RunEvent {
  id: string
  type: string
  data: Record<string, unknown>
}

export const FINAL_EVENTS = ['run.completed', 'run.failed', 'run.cancelled'] as const

export const isFinalEvent = ({ type }: RunEvent): boolean =>
  (FINAL_EVENTS as readonly string[]).includes(type)

/** How long a broken stream is reconnected before the command gives up. */
const RECONNECT_FOR_MS = 30_000
const RECONNECT_PAUSE_MS = 500

/** Ends after the last event of the run. */
export async function* followRun(client: Client, runId: string, after?: string): AsyncGenerator<RunEvent> {
  let lastId = after
  let brokenSince: number | undefined
  for (;;) {
    try {
      for await (const { id, event, data } of client.stream(`/api/v1/stream?run_id=${runId}`, lastId)) {
        brokenSince = undefined
        if (id !== undefined) lastId = id
        const runEvent: RunEvent = {
          id: id ?? '',
          type: event ?? 'message',
          data: JSON.parse(data) as Record<string, unknown>,
        }
        yield runEvent
        if (isFinalEvent(runEvent)) return
      }
    } catch (error) {
      // A response, such as "not found", does not change by waiting.
      if (error instanceof CommandError && (error.status ?? 0) < 500) throw error
      if (lastId === after && brokenSince === undefined)
        throw error instanceof CommandError
          ? error
          : incomplete(`cannot reach ${client.url}: ${describeCause(error)}`)
    }
    brokenSince ??= performance.now()
    if (performance.now() - brokenSince > RECONNECT_FOR_MS)
      throw incomplete(
        `the connection to ${client.url} is lost; the run continues, follow it with: heddle runs watch ${runId}`,
      )
    await client.pause(RECONNECT_PAUSE_MS)
  }
}
