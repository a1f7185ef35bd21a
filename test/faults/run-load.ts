/** A client that creates runs at a steady pace, on servers that come and go, and keeps what was acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { send } from './create-load.js'

export interface CreatedRun {
  run_id: string
  thread_id: string
  input: { request: number }
}

/** `created` hears of every run that was acknowledged; `more` is sent with each. */
export const makeRunLoad = (
  graphId: string,
  created: (run: CreatedRun) => void = () => undefined,
  more: object = {},
) => {
  const assistant_id = builtInAssistantId(graphId)
  const acknowledged: CreatedRun[] = []
  /** Answers that no crash explains. */
  const wrong: string[] = []
  let url: string | undefined
  let left = 0
  let requests = 0
  let isOver = false
  let pacing: Promise<void> = Promise.resolve()
  const underWay = new Set<Promise<void>>()

  const create = async (): Promise<void> => {
    if (url === undefined || left-- <= 0) return
    const answer = await send(url, '/runs', { assistant_id, input: { request: ++requests }, ...more })
    if (answer?.status === 201) {
      acknowledged.push(answer.body as CreatedRun)
      created(answer.body as CreatedRun)
    } else if (answer !== undefined) wrong.push(JSON.stringify(answer))
  }

  const pace = async (perSecond: number, most: number): Promise<void> => {
    while (!isOver && requests < most) {
      const creating = create()
      underWay.add(creating)
      void creating.then(() => underWay.delete(creating))
      await sleep(1_000 / perSecond)
    }
  }

  return {
    acknowledged,
    wrong,
    /** Where the server is now, and how many runs it gets at most; undefined while there is none. */
    aim(target: string | undefined, most = Infinity): void {
      url = target
      left = most
    },
    start(perSecond: number, most = Infinity): void {
      pacing = pace(perSecond, most)
    },
    /** Resolves when as many were sent as were asked for. */
    async finish(): Promise<void> {
      await pacing
      await Promise.all(underWay)
    },
    async stop(): Promise<void> {
      isOver = true
      await this.finish()
    },
  }
}
