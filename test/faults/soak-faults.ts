/** The faults of the soak test. Each one lasts for seconds and then ends by itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { streamPath } from '../support/event-stream.js'
import type { Heddle } from '../support/heddle-process.js'
import type { WebhookReceiver } from '../support/webhook-receiver.js'
import { send } from './create-load.js'

const toHostileGraph = (statement: string): string => `
  import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
  const hostile = async () => { ${statement} }
  export const graph = new StateGraph(MessagesAnnotation).addNode('hostile', hostile).addEdge(START, 'hostile').compile()
`

export const HOSTILE_GRAPHS = {
  exits: toHostileGraph('process.exit(1)'),
  allocates: toHostileGraph('const kept = []; for (;;) kept.push(new Array(100_000).fill(Math.random()))'),
}

/** Longer than a lease. */
const PAUSE_MS = 13_000
const ABANDONED_STREAMS = 20

interface SoakDeps {
  databaseUrl: string
  steadyUrl: string
  /** The node that is killed and paused. */
  other: Heddle
  startNode: () => Promise<Heddle>
  receiver: WebhookReceiver
}

export const makeSoakFaults = ({ databaseUrl, steadyUrl, other, startNode, receiver }: SoakDeps) => {
  let node = other
  let hostileRuns = 0

  const createHostileRun = async (graphId: keyof typeof HOSTILE_GRAPHS): Promise<void> => {
    const response = await send(steadyUrl, '/runs', {
      assistant_id: builtInAssistantId(graphId),
      input: { messages: [] },
    })
    if (response?.status === 201) hostileRuns++
  }

  const faults = {
    'kill a node': async () => {
      node.kill('SIGKILL')
      await node.exited
      node = await startNode()
    },
    'restart a node': async () => {
      await node.stop()
      node = await startNode()
    },
    'pause a node': async () => {
      node.kill('SIGSTOP')
      await sleep(PAUSE_MS)
      node.kill('SIGCONT')
    },
    'close all database connections': async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await client.end()
    },
    'run a graph that exits': () => createHostileRun('exits'),
    'run a graph that allocates without limit': () => createHostileRun('allocates'),
    'stop the webhook receiver': async () => {
      receiver.respondWith('drop')
      await sleep(2_000)
      receiver.respondWith({})
    },
    'abandon streams': async () => {
      const run = await send(steadyUrl, '/runs', { assistant_id: builtInAssistantId('steps'), input: {} })
      if (run?.status !== 201) return
      const abort = new AbortController()
      const path = streamPath((run.body as { run_id: string }).run_id)
      const streams = Array.from({ length: ABANDONED_STREAMS }, () =>
        fetch(steadyUrl + path, { signal: abort.signal }),
      )
      await Promise.allSettled(streams)
      abort.abort()
    },
  }
  type FaultName = keyof typeof faults

  return {
    names: Object.keys(faults) as FaultName[],
    inject: (name: FaultName): Promise<void> => faults[name](),
    /** The number of runs that are expected to fail. */
    hostileRuns: (): number => hostileRuns,
    stop: async (): Promise<void> => {
      await node.stop()
    },
  }
}
