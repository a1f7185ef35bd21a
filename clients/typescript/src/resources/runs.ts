import type { Query, Schemas } from '../api-types.js'
import { readEvents, type StreamOptions } from '../event-stream.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'
import { FINAL_EVENTS, type RunStreamEvent } from '../run-events.js'

export interface RunStreamOptions extends StreamOptions {
  /** Yields only the events after this number. */
  after?: number | undefined
}

export interface WaitOptions extends RequestOptions {
  /** Seconds, at most 300: the response comes when the run has ended or requires an action, or after this time. */
  wait?: number | undefined
}

/** Seconds that one request of `wait` asks the server to hold its response. Shorter than the idle limit of most proxies. */
const WAIT_SECONDS = 25

const WAITING_STATUSES: readonly string[] = ['queued', 'in_progress']

const hasEnded = ({ status }: Schemas['Run']): boolean =>
  ['completed', 'failed', 'cancelled'].includes(status)

export const toQuery = (wait: number | undefined) => (wait === undefined ? {} : { query: { wait } })

export const makeRuns = (http: Http) => {
  const stream = (runId: string, options: RunStreamOptions = {}): AsyncGenerator<RunStreamEvent, void> => {
    let last = options.after ?? 0
    return readEvents<RunStreamEvent>(
      {
        lastEventId: last === 0 ? undefined : String(last),
        open: (lastEventId, signal) =>
          http.openStream('/api/v1/stream', {
            query: { run_id: runId },
            headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
            signal,
          }),
        parse: ({ id, data }) => {
          const seq = Number(id)
          if (!(seq > last)) return undefined
          last = seq
          return { seq, ...(JSON.parse(data) as object) } as RunStreamEvent
        },
        isLast: ({ type }) => FINAL_EVENTS.includes(type),
        hasEnded: async () => hasEnded(await get(runId, { signal: options.signal })),
      },
      options,
    )
  }

  const get = (runId: string, { wait, ...options }: WaitOptions = {}) =>
    http.send('get', '/api/v1/runs/{run_id}', { path: { run_id: runId }, ...toQuery(wait) }, options)

  const create = (body: Schemas['RunCreate'], { wait, ...options }: WaitOptions = {}) =>
    http.send('post', '/api/v1/runs', { body, ...toQuery(wait) }, options)

  return {
    /** Creates a run. */
    create,

    /** Reads a run. */
    get,

    /** Follows a run: first its stored events, then new ones, until the run has ended. Survives lost connections. */
    stream,

    /** Creates a run and follows it. The run continues if the iteration stops. `maxRetries` counts for both. */
    async *createAndStream(
      body: Schemas['RunCreate'],
      options: RequestOptions = {},
    ): AsyncGenerator<RunStreamEvent, void> {
      const { run_id } = await create(body, options)
      yield* stream(run_id, { signal: options.signal, maxRetries: options.maxRetries })
    },

    /** Waits until a run has ended or requires an action, however long this takes, and returns it. */
    async wait(runId: string, options?: RequestOptions): Promise<Schemas['Run']> {
      for (;;) {
        const run = await get(runId, { ...options, wait: WAIT_SECONDS })
        if (!WAITING_STATUSES.includes(run.status)) return run
      }
    },

    /** Lists runs, newest first. */
    list: (query?: Query<'get', '/api/v1/runs'>, options?: RequestOptions) =>
      listPages(http, '/api/v1/runs', { query }, options),

    /** Counts runs, by a field if `by` names one. */
    count: (query?: Query<'get', '/api/v1/runs/counts'>, options?: RequestOptions) =>
      http.send('get', '/api/v1/runs/counts', { query }, options),

    /** Deletes a run that has ended. */
    delete: (runId: string, options?: RequestOptions) =>
      http.send('delete', '/api/v1/runs/{run_id}', { path: { run_id: runId } }, options),

    /** Lists the stored events of a run, oldest first. */
    listEvents: (
      runId: string,
      query?: Query<'get', '/api/v1/runs/{run_id}/events'>,
      options?: RequestOptions,
    ) => listPages(http, '/api/v1/runs/{run_id}/events', { path: { run_id: runId }, query }, options),

    /** Cancels a run. */
    cancel: (runId: string, options?: RequestOptions) =>
      http.send('post', '/api/v1/runs/{run_id}/cancel', { path: { run_id: runId } }, options),

    /** Submits the outputs of all open tool calls to a waiting run, which continues. */
    submitToolOutputs: (runId: string, body: Schemas['ToolOutputs'], options?: RequestOptions) =>
      http.send(
        'post',
        '/api/v1/runs/{run_id}/submit_tool_outputs',
        { path: { run_id: runId }, body },
        options,
      ),

    /** Resumes a waiting run with the input of a person. */
    resume: (runId: string, body: Schemas['ResumeRun'], options?: RequestOptions) =>
      http.send('post', '/api/v1/runs/{run_id}/resume', { path: { run_id: runId }, body }, options),

    /** Decides on a tool call or output that a guardrail holds for review. */
    review: (runId: string, body: Schemas['ReviewRun'], options?: RequestOptions) =>
      http.send('post', '/api/v1/runs/{run_id}/review', { path: { run_id: runId }, body }, options),

    /** Repeats a run that has ended, as a new run. */
    rerun: (runId: string, body: Schemas['RunRerun'] = {}, options?: RequestOptions) =>
      http.send('post', '/api/v1/runs/{run_id}/rerun', { path: { run_id: runId }, body }, options),

    /** Reserves a run that waits for an action, so that others cannot resume it. */
    reserve: (runId: string, body: Schemas['RunReserve'] = {}, options?: RequestOptions) =>
      http.send('post', '/api/v1/runs/{run_id}/reserve', { path: { run_id: runId }, body }, options),

    /** Ends the reservation of a run. */
    release: (runId: string, options?: RequestOptions) =>
      http.send('delete', '/api/v1/runs/{run_id}/reserve', { path: { run_id: runId } }, options),

    /** Cancels, repeats or deletes many runs in the background. `getOperation` reads the progress. */
    changeMany: (body: Schemas['RunBulk'], options?: RequestOptions) =>
      http.send('post', '/api/v1/runs/bulk', { body }, options),

    /** Reads the progress of a bulk operation. */
    getOperation: (operationId: string, options?: RequestOptions) =>
      http.send('get', '/api/v1/operations/{operation_id}', { path: { operation_id: operationId } }, options),
  }
}
