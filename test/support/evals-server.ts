/** A fake server with the part of the evaluations API that the CLI uses, and with faults on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Evaluation, EvaluationResult } from '../../src/schema/evaluation.js'

export const EVAL_ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'
export const OTHER_ID = '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c12'

export const makeProgress = (done: number) => ({ done, total: 4, percent: done * 25, errors: 0 })

export const makeEvaluation = (changes: Partial<Evaluation> = {}): Evaluation => ({
  id: EVAL_ID,
  eval_id: EVAL_ID,
  name: 'nightly',
  type: 'heuristic',
  status: 'pending',
  assistant_id: OTHER_ID,
  assistant_version: 1,
  assistants: [{ assistant_id: OTHER_ID, version: 1, label: 'agent v1' }],
  dataset_id: OTHER_ID,
  dataset_version: 1,
  criteria: [{ name: 'polite', scorer: 'contains' }],
  settings: { repetitions: 1 },
  progress: makeProgress(0),
  summary: null,
  error: null,
  metadata: {},
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
  started_at: null,
  completed_at: null,
  ...changes,
})

const figures = {
  passed: 3,
  failed: 1,
  pass_rate: 0.75,
  avg_score: 0.75,
  scored: 4,
  errors: 0,
  pass_rate_interval: [0.3, 0.95],
  avg_score_interval: [0.25, 1],
}

/** Three of four passed. */
export const makeCompleted = (): Evaluation =>
  makeEvaluation({
    status: 'completed',
    progress: makeProgress(4),
    summary: { total_examples: 4, ...figures, by_criterion: { polite: figures } },
  })

export const makeResults = (status: 'scored' | 'awaiting_feedback' = 'scored'): EvaluationResult[] =>
  [true, true, true, false].map((passed, index) => ({
    eval_id: EVAL_ID,
    example_id: `0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a2${String(index)}`,
    assistant: 0,
    repetition: 0,
    run_id: null,
    run_removed: false,
    status,
    passed: status === 'scored' ? passed : null,
    score: Number(passed),
    scores: [
      { criterion: 'polite', scorer: 'contains', passed, score: Number(passed), explanation: 'as it is' },
    ],
    input: null,
    expected_output: null,
    output: null,
    error: null,
    latency_ms: 10,
    usage: null,
    cost: null,
    created_at: '2026-01-31T09:30:00.000Z',
  }))

export interface RecordedRequest {
  /** Method and path below /api/v1/evals, including the query. */
  route: string
  headers: IncomingMessage['headers']
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
  body: any
}

export type Responder = (response: ServerResponse, request: RecordedRequest) => void

export const respondJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const respondError = (
  status: number,
  message: string,
  details: object = {},
  headers?: Record<string, string>,
) => respondJson({ error: 'refused', message, details }, status, headers)

/** Closes the connection without a response. */
export const dropConnection: Responder = (response) => response.destroy()

export const toSseFrame = (event: string, body: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(body)}\n\n`

/** Sends the chunks; then it ends the response, breaks the connection, or keeps it open. */
export const respondStream =
  (chunks: readonly string[], then: 'end' | 'break' | 'stay' = 'end'): Responder =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const chunk of chunks) response.write(chunk)
    if (then === 'end') response.end()
    // The chunks must be sent before the connection breaks.
    if (then === 'break') setImmediate(() => response.destroy())
  }

/** Responds by route. A list of responders is used in order, and its last one repeatedly. */
export const startEvalsServer = async (responders: Record<string, Responder | Responder[]>) => {
  const requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const route = `${request.method} ${request.url}`.replace('/api/v1/evals', '')
      const recorded = { route, headers: request.headers, body: text === '' ? undefined : JSON.parse(text) }
      const previousCount = requests.filter((previous) => previous.route === route).length
      requests.push(recorded)
      const matching = [responders[route] ?? respondError(404, `${route} does not exist`)].flat()
      matching[Math.min(previousCount, matching.length - 1)]!(response, recorded)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    routes: () => requests.map(({ route }) => route),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
