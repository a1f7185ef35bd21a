/**
 * What an evaluation costs beyond its runs: the same thousand inputs, run by an evaluation with four criteria and bare. There
 * are two ways to run them bare with as many in flight. A client that creates runs and follows each to its end, eight at a
 * time, is what a script in place of the evaluation would do. The stricter floor creates them all at once on a service that
 * executes eight at a time: nobody follows them, and none waits for a request.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import type { Programs } from './build.js'
import { cleaningUp } from './cleanup.js'
import { startHeddle } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { benchLargeEvaluations } from './large-evaluations.js'
import { commitsOf } from './metrics.js'
import { atMost, note, spread, type Finding } from './report.js'
import { median, ratioOf, takeTurns } from './rounds.js'
import { createRun, streamPath, unexpected } from './run-clients.js'
import type { ServerProcess } from './server-process.js'

const EXAMPLES = 1_000
const AT_ONCE = 8
const ROUNDS = 5
const POLL_MS = 50

const inputs = Array.from({ length: EXAMPLES }, (_, at) => ({ message: `What is ${at} * 7?` }))

const CRITERIA = [
  { name: 'right', scorer: 'expected' },
  { name: 'form', scorer: 'regex', config: { pattern: '^\\d+ \\* 7 = \\d+$' } },
  { name: 'short', scorer: 'length', config: { max: 100 } },
  { name: 'near', scorer: 'similarity', config: { value: '17 * 7 = 119', threshold: 0.5 } },
]

export const benchEvaluations = async (programs: Programs): Promise<Finding[]> => [
  ...(await cleaningUp(async (defer) => {
    const heddle = await startHeddle(programs, defer)
    const queueing = await startHeddle(programs, defer, { WORKER_CONCURRENCY: String(AT_ONCE) })
    const dataset = await makeDataset(heddle)
    // The service is compiled by the first of them, which is not counted.
    for (let round = 0; round < 2; round++) await runFollowed(heddle)
    await runQueued(queueing)
    const before = await commitsOf(heddle)
    await evaluate(heddle, dataset)
    const after = await commitsOf(heddle)
    note(
      `an evaluation: ${after.batches - before.batches} batches in ${after.commits - before.commits} commits`,
    )
    const costs: Record<string, number[]> = { evaluation: [], followed: [], queued: [] }
    const timed = (name: string, server: ServerProcess, act: () => Promise<number>) => async () => {
      const started = server.cpuSeconds()
      const seconds = await act()
      costs[name]!.push(((server.cpuSeconds() - started) / EXAMPLES) * 1000)
      return seconds
    }
    const times = await takeTurns(
      {
        evaluation: timed('evaluation', heddle, () => evaluate(heddle, dataset)),
        followed: timed('followed', heddle, () => runFollowed(heddle)),
        queued: timed('queued', queueing, () => runQueued(queueing)),
      },
      { rounds: ROUNDS },
    )
    for (const [name, values] of Object.entries(times)) {
      const cost = median(costs[name]!).toFixed(2)
      note(
        `${name.padEnd(10)} ${median(values).toFixed(2)} s, rounds ${spread(values, 2)}; ${cost} ms of processor a run`,
      )
    }
    return [
      atMost(
        'evaluations: a thousand examples, over the same runs bare, followed',
        ratioOf(times.evaluation, times.followed),
        1.3,
      ),
      {
        what: '… over the same runs bare, all created at once and followed by nobody',
        measured: ratioOf(times.evaluation, times.queued).toFixed(2),
      },
    ]
  })),
  ...(await cleaningUp((defer) => benchLargeEvaluations(programs, defer))),
]

const post = async <T>({ port }: ServerProcess, path: string, body: object): Promise<T> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw unexpected({ status: response.status, body: await response.text() })
  return (await response.json()) as T
}

const makeDataset = async (heddle: ServerProcess): Promise<string> => {
  const { id } = await post<{ id: string }>(heddle, '/datasets', { name: 'sevens' })
  const examples = inputs.map((input, at) => ({ input, expected_output: { contains: String(at * 7) } }))
  await post(heddle, `/datasets/${id}/examples`, { examples })
  return id
}

interface Evaluation {
  id: string
  status: string
  started_at: string
  completed_at: string
  summary: { passed: number; errors: number } | null
}

/** In seconds, from its start to its summary; by the clock of the service, so that asking for it takes no part. */
const evaluate = async (heddle: ServerProcess, dataset_id: string): Promise<number> => {
  const sent = { name: 'sevens', assistant_id: builtInAssistantId('agent'), dataset_id, criteria: CRITERIA }
  const { id } = await post<Evaluation>(heddle, '/evals', {
    ...sent,
    concurrency: AT_ONCE,
    run_immediately: true,
  })
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${heddle.port}/api/v1/evals/${id}`)
    const evaluation = (await response.json()) as Evaluation
    if (evaluation.status === 'running') {
      await sleep(POLL_MS)
      continue
    }
    if (evaluation.summary?.errors !== 0 || evaluation.summary.passed < EXAMPLES / 2)
      throw new Error(`not what was expected: ${JSON.stringify(evaluation)}`)
    return (Date.parse(evaluation.completed_at) - Date.parse(evaluation.started_at)) / 1000
  }
}

/** Each connection takes the next input when its last one is done with. */
const byConnections = async (
  { port }: ServerProcess,
  act: (connection: HttpConnection, input: object) => Promise<void>,
): Promise<void> => {
  const waiting = inputs.values()
  const loop = async (): Promise<void> => {
    const connection = await HttpConnection.open(port)
    for (const input of waiting) await act(connection, input)
    connection.close()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
}

const follow = async (connection: HttpConnection, runId: string): Promise<void> => {
  const answer = await connection.get(streamPath(runId))
  if (!answer.body.includes('event: run.completed')) throw unexpected(answer)
}

const runFollowed = async (heddle: ServerProcess): Promise<number> => {
  const started = performance.now()
  await byConnections(heddle, async (connection, input) => {
    await follow(connection, await createRun(connection, 'agent', { input }))
  })
  return (performance.now() - started) / 1000
}

/** Runs are taken up in the order in which they were created. */
const runQueued = async (heddle: ServerProcess): Promise<number> => {
  const started = performance.now()
  const made: string[] = []
  await byConnections(heddle, async (connection, input) => {
    made.push(await createRun(connection, 'agent', { input }))
  })
  const connection = await HttpConnection.open(heddle.port)
  for (const runId of made.slice(-2 * AT_ONCE)) await follow(connection, runId)
  connection.close()
  return (performance.now() - started) / 1000
}
