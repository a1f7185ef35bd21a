/** Runs `heddle evals run` in this process against a fake server, whose default responders succeed. */
import { afterEach } from 'vitest'
import type { RunFlags } from '../../src/cli/evals/flags.js'
import { runEvals } from '../../src/cli/evals/run.js'
import {
  makeCompleted,
  EVAL_ID,
  makeEvaluation,
  toSseFrame,
  respondJson,
  makeProgress,
  makeResults,
  startEvalsServer,
  respondStream,
  type Responder,
} from './evals-server.js'

type Server = Awaited<ReturnType<typeof startEvalsServer>>
const servers: Server[] = []

export const startServer = async (responders: Record<string, Responder | Responder[]>): Promise<Server> => {
  const server = await startEvalsServer(responders)
  servers.push(server)
  return server
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

export const runCommand = async (
  url: string,
  flags: Partial<RunFlags>,
  {
    file,
    abortController = new AbortController(),
    retryForMs = 20_000,
  }: { file?: string; abortController?: AbortController; retryForMs?: number } = {},
) => {
  const output = { out: '', err: '' }
  const code = await runEvals(
    file,
    { maxErrors: 0.05, regressionAgainst: true, timeout: 20, ...flags },
    {
      env: { HEDDLE_URL: url, HEDDLE_API_KEY: 'hdl_key' },
      out: { write: (text) => (output.out += text) },
      err: { write: (text) => (output.err += text) },
      abortController,
      retryForMs,
      pollMs: 20,
    },
  )
  return { code, ...output }
}

export const running = makeEvaluation({ status: 'running' })
const completingStream = respondStream([
  toSseFrame('progress', { eval_id: EVAL_ID, status: 'running', progress: makeProgress(2) }),
  ': heartbeat\n\n',
  toSseFrame('end', makeCompleted()),
])
export const page = (data: unknown[], next_cursor: string | null = null) =>
  respondJson({ data, has_more: next_cursor !== null, next_cursor })

/** A successful evaluation in which three of four examples pass. */
export const successResponders: Record<string, Responder | Responder[]> = {
  'POST ': respondJson(makeEvaluation(), 201),
  [`POST /${EVAL_ID}/run`]: respondJson(running),
  [`GET /${EVAL_ID}/stream`]: completingStream,
  [`GET /${EVAL_ID}`]: respondJson(makeCompleted()),
  [`GET /${EVAL_ID}/results?limit=100`]: page(makeResults().slice(0, 3), 'a/b'),
  [`GET /${EVAL_ID}/results?limit=100&cursor=a%2Fb`]: page(makeResults().slice(3)),
}
