/**
 * A client that creates runs at a steady rate, on servers that are killed and restarted, and records
 * acknowledged runs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { send } from './create-load.js'

export interface CreatedRun {
  run_id: string
  thread_id: string
  input: { request: number }
}

/** `onCreated` is called with every acknowledged run; `extraFields` are part of every request. */
export const makeRunLoad = (
  graphId: string,
  onCreated: (run: CreatedRun) => void = () => undefined,
  extraFields: object = {},
) => {
  const assistant_id = builtInAssistantId(graphId)
  const acknowledged: CreatedRun[] = []
  /** Responses that a crash does not explain. */
  const unexpectedResponses: string[] = []
  let url: string | undefined
  let remaining = 0
  let requests = 0
  let isStopped = false
  let sending: Promise<void> = Promise.resolve()
  const inFlight = new Set<Promise<void>>()

  const create = async (): Promise<void> => {
    if (url === undefined || remaining-- <= 0) return
    const response = await send(url, '/runs', {
      assistant_id,
      input: { request: ++requests },
      ...extraFields,
    })
    if (response?.status === 201) {
      acknowledged.push(response.body as CreatedRun)
      onCreated(response.body as CreatedRun)
    } else if (response !== undefined) unexpectedResponses.push(JSON.stringify(response))
  }

  const sendAtRate = async (perSecond: number, maxRuns: number): Promise<void> => {
    while (!isStopped && requests < maxRuns) {
      const creating = create()
      inFlight.add(creating)
      void creating.then(() => inFlight.delete(creating))
      await sleep(1_000 / perSecond)
    }
  }

  return {
    acknowledged,
    wrong: unexpectedResponses,
    /** Sets the URL of the server and how many runs it gets at most; undefined while there is no server. */
    setTarget(target: string | undefined, maxRuns = Infinity): void {
      url = target
      remaining = maxRuns
    },
    start(perSecond: number, maxRuns = Infinity): void {
      sending = sendAtRate(perSecond, maxRuns)
    },
    /** Resolves when `maxRuns` requests were sent and have ended. */
    async finish(): Promise<void> {
      await sending
      await Promise.all(inFlight)
    },
    async stop(): Promise<void> {
      isStopped = true
      await this.finish()
    },
  }
}
