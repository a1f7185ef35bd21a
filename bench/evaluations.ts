/**
 * Measures the overhead of an evaluation with four criteria over the same thousand plain runs. The plain runs are measured
 * in two ways with the same concurrency. In the first, a client creates runs and follows each to its end, eight at a time,
 * like a script that replaces the evaluation. In the second, the stricter floor, all runs are created at once on a service
 * that executes eight at a time; no client follows them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { builtInAssistantId } from '../src/domain/built-in-graph.js'
import type { Programs } from './build.js'
import { withCleanup } from './cleanup.js'
import { startWithAgent } from './start-heddle.js'
import { HttpConnection } from './http-connection.js'
import { benchLargeEvaluations } from './large-evaluations.js'
import { getCommitStats } from './metrics.js'
import { atMost, printNote, formatRange, type Finding } from './report.js'
import { median, medianRatio, measureRounds } from './rounds.js'
import { createRun, getStreamPath, toUnexpectedError } from './run-clients.js'
import type { ServerProcess } from './server-process.js'

const EXAMPLES = 1_000
const CONCURRENCY = 8
const ROUNDS = 5
const POLL_MS = 50

const inputs = Array.from({ length: EXAMPLES }, (_, index) => ({ message: `What is ${index} * 7?` }))

const CRITERIA = [
  { name: 'right', scorer: 'expected' },
  { name: 'form', scorer: 'regex', config: { pattern: '^\\d+ \\* 7 = \\d+$' } },
  { name: 'short', scorer: 'length', config: { max: 100 } },
  { name: 'near', scorer: 'similarity', config: { value: '17 * 7 = 119', threshold: 0.5 } },
]

export const benchEvaluations = async (programs: Programs): Promise<Finding[]> => [
  ...(await withCleanup(async (defer) => {
    const heddle = await startWithAgent(programs, defer)
    const queueingServer = await startWithAgent(programs, defer, { WORKER_CONCURRENCY: String(CONCURRENCY) })
    const dataset = await makeDataset(heddle)
    // Warm-up: the first runs compile the service's code and are not counted.
    for (let round = 0; round < 2; round++) await runFollowed(heddle)
    await runQueued(queueingServer)
    const before = await getCommitStats(heddle)
    await evaluate(heddle, dataset)
    const after = await getCommitStats(heddle)
    printNote(
      `an evaluation: ${after.batches - before.batches} batches in ${after.commits - before.commits} commits`,
    )
    const costs: Record<string, number[]> = { evaluation: [], followed: [], queued: [] }
    const timed = (name: string, server: ServerProcess, run: () => Promise<number>) => async () => {
      const started = server.cpuSeconds()
      const seconds = await run()
      costs[name]!.push(((server.cpuSeconds() - started) / EXAMPLES) * 1000)
      return seconds
    }
    const times = await measureRounds(
      {
        evaluation: timed('evaluation', heddle, () => evaluate(heddle, dataset)),
        followed: timed('followed', heddle, () => runFollowed(heddle)),
        queued: timed('queued', queueingServer, () => runQueued(queueingServer)),
      },
      { rounds: ROUNDS },
    )
    for (const [name, values] of Object.entries(times)) {
      const cost = median(costs[name]!).toFixed(2)
      printNote(
        `${name.padEnd(10)} ${median(values).toFixed(2)} s, rounds ${formatRange(values, 2)}; ${cost} ms of CPU per run`,
      )
    }
    return [
      atMost(
        'evaluations: a thousand examples, relative to the same plain runs, followed',
        medianRatio(times.evaluation, times.followed),
        1.3,
      ),
      {
        label: '… relative to the same plain runs, all created at once and not followed',
        measured: medianRatio(times.evaluation, times.queued).toFixed(2),
      },
    ]
  })),
  ...(await withCleanup((defer) => benchLargeEvaluations(programs, defer))),
]

const post = async <T>({ port }: ServerProcess, path: string, body: object): Promise<T> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201)
    throw toUnexpectedError({ status: response.status, body: await response.text() })
  return (await response.json()) as T
}

const makeDataset = async (heddle: ServerProcess): Promise<string> => {
  const { id } = await post<{ id: string }>(heddle, '/datasets', { name: 'sevens' })
  const examples = inputs.map((input, index) => ({ input, expected_output: { contains: String(index * 7) } }))
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

/** Returns the seconds from the start to the summary, by the service's clock, so that polling does not add to it. */
const evaluate = async (heddle: ServerProcess, dataset_id: string): Promise<number> => {
  const body = { name: 'sevens', assistant_id: builtInAssistantId('agent'), dataset_id, criteria: CRITERIA }
  const { id } = await post<Evaluation>(heddle, '/evals', {
    ...body,
    concurrency: CONCURRENCY,
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
      throw new Error(`unexpected result: ${JSON.stringify(evaluation)}`)
    return (Date.parse(evaluation.completed_at) - Date.parse(evaluation.started_at)) / 1000
  }
}

/** Each connection processes the next input when it has finished the previous one. */
const runOnConnections = async (
  { port }: ServerProcess,
  run: (connection: HttpConnection, input: object) => Promise<void>,
): Promise<void> => {
  const remaining = inputs.values()
  const loop = async (): Promise<void> => {
    const connection = await HttpConnection.open(port)
    for (const input of remaining) await run(connection, input)
    connection.close()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, loop))
}

const follow = async (connection: HttpConnection, runId: string): Promise<void> => {
  const response = await connection.get(getStreamPath(runId))
  if (!response.body.includes('event: run.completed')) throw toUnexpectedError(response)
}

const runFollowed = async (heddle: ServerProcess): Promise<number> => {
  const started = performance.now()
  await runOnConnections(heddle, async (connection, input) => {
    await follow(connection, await createRun(connection, 'agent', { input }))
  })
  return (performance.now() - started) / 1000
}

/** Runs are executed in the order of their creation, so it is enough to follow the last ones. */
const runQueued = async (heddle: ServerProcess): Promise<number> => {
  const started = performance.now()
  const runIds: string[] = []
  await runOnConnections(heddle, async (connection, input) => {
    runIds.push(await createRun(connection, 'agent', { input }))
  })
  const connection = await HttpConnection.open(heddle.port)
  for (const runId of runIds.slice(-2 * CONCURRENCY)) await follow(connection, runId)
  connection.close()
  return (performance.now() - started) / 1000
}
