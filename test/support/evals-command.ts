/** `heddle evals run` in this process, and a server for it where everything goes well, unless told otherwise. */
import { afterEach } from 'vitest'
import type { RunFlags } from '../../src/cli/evals/flags.js'
import { runEvals } from '../../src/cli/evals/run.js'
import {
  completed,
  EVAL_ID,
  evaluationOf,
  frame,
  json,
  progressOf,
  resultsOf,
  startEvalsServer,
  stream,
  type Answer,
} from './evals-server.js'

type Server = Awaited<ReturnType<typeof startEvalsServer>>
const servers: Server[] = []

export const serve = async (answers: Record<string, Answer | Answer[]>): Promise<Server> => {
  const server = await startEvalsServer(answers)
  servers.push(server)
  return server
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

export const run = async (
  url: string,
  flags: Partial<RunFlags>,
  { file, stopping = new AbortController() }: { file?: string; stopping?: AbortController } = {},
) => {
  const written = { out: '', err: '' }
  const code = await runEvals(
    file,
    { maxErrors: 0.05, regressionAgainst: true, timeout: 20, ...flags },
    {
      env: { HEDDLE_URL: url, HEDDLE_API_KEY: 'hdl_key' },
      out: { write: (text) => (written.out += text) },
      err: { write: (text) => (written.err += text) },
      stopping,
      patienceMs: 1_000,
      pauseMs: 20,
    },
  )
  return { code, ...written }
}

export const running = evaluationOf({ status: 'running' })
const ends = stream([
  frame('progress', { eval_id: EVAL_ID, status: 'running', progress: progressOf(2) }),
  ': heartbeat\n\n',
  frame('end', completed()),
])
export const page = (data: unknown[], next_cursor: string | null = null) =>
  json({ data, has_more: next_cursor !== null, next_cursor })

/** Everything goes well, and three of four examples pass. */
export const well: Record<string, Answer | Answer[]> = {
  'POST ': json(evaluationOf(), 201),
  [`POST /${EVAL_ID}/run`]: json(running),
  [`GET /${EVAL_ID}/stream`]: ends,
  [`GET /${EVAL_ID}`]: json(completed()),
  [`GET /${EVAL_ID}/results?limit=100`]: page(resultsOf().slice(0, 3), 'a/b'),
  [`GET /${EVAL_ID}/results?limit=100&cursor=a%2Fb`]: page(resultsOf().slice(3)),
}
