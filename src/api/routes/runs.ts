import { Type, type Static } from 'typebox'
import type { RunResumption } from '../../domain/runs/run-resumption.js'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import type { RunEvents } from '../../domain/runs/run-events.js'
import type { RunLists } from '../../domain/runs/run-lists.js'
import type { Runs } from '../../domain/runs/runs.js'
import type { Bus } from '../../events/bus.js'
import { Uuid } from '../../schema/common.js'
import { ResumeRun, ReviewRun, Run, RunCreate, ThreadRunCreate, ToolOutputs } from '../../schema/run.js'
import {
  MAX_ROWS_READ,
  RunCountQuery,
  RunCounts,
  RunPage,
  RunQuery,
  ThreadRunQuery,
} from '../../schema/run-list.js'
import { RunEventPage, RunEventQuery } from '../../schema/run-event.js'
import { route, type Route } from '../http/route.js'
import { waitForRun } from '../http/wait-for-run.js'

const tag = 'Runs'
const params = Type.Object({ run_id: Uuid })

const MAX_WAIT_SECONDS = 300
const RunWaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      description:
        'Responds when the run has ended or requires an action, or after this many seconds, whichever comes first. The run continues if ' +
        'the time is over or the client disconnects: look at `status`. Default: the response does not wait.',
      examples: [30],
    }),
  ),
})
const threadParams = Type.Object({ thread_id: Uuid })

/** Inputs of runs can contain documents, other bodies do not. */
const bodyLimitFactor = 10

const LIST_DESCRIPTION =
  `Newest first, unless \`order\` is \`asc\`. A page reads at most ${MAX_ROWS_READ.toLocaleString('en')} rows: with filters that few runs ` +
  'match, it can be short or empty and still have more after it (`has_more`).'

interface Deps {
  bus: Bus
  runs: Runs
  runLists: RunLists
  runEvents: RunEvents
  cancellation: RunCancellation
  resumption: RunResumption
}

interface Wait {
  tenant: string
  query: Static<typeof RunWaitQuery>
  startWaiting: () => AbortSignal
}

const makeWait =
  ({ bus, runs }: Pick<Deps, 'bus' | 'runs'>) =>
  /** Returns the run as it is after the time that the request waits. */
  async ({ tenant, query: { wait = 0 }, startWaiting }: Wait, run: Run): Promise<Run> => {
    if (wait === 0) return run
    const signal = AbortSignal.any([startWaiting(), AbortSignal.timeout(wait * 1_000)])
    const { run_id } = run
    await waitForRun({ bus, runs }, { tenant_id: tenant, run_id }, signal)
    return runs.get(tenant, run_id)
  }

export const runRoutes = (deps: Deps): Route[] => listRoutes(deps, makeWait(deps))

const listRoutes = (
  { runs, runLists, runEvents, cancellation, resumption }: Deps,
  waitIfRequested: ReturnType<typeof makeWait>,
): Route[] => [
  route({
    method: 'POST',
    path: '/runs',
    operationId: 'createRun',
    summary: 'Create a run',
    tag,
    bodyLimitFactor,
    hasLargeInput: true,
    query: RunWaitQuery,
    body: RunCreate,
    response: Run,
    status: 201,
    errors: ['resource_not_found', 'resource_conflict', 'state_too_large'],
    handle: async (request) => {
      const { tenant, caller, body, idempotencyStatements } = request
      return waitIfRequested(request, await runs.create(tenant, body, idempotencyStatements, caller))
    },
  }),
  route({
    method: 'GET',
    path: '/runs',
    operationId: 'listRuns',
    summary: 'List runs',
    description: LIST_DESCRIPTION,
    tag,
    alsoUnprefixed: true,
    query: RunQuery,
    response: RunPage,
    handle: ({ tenant, query }) => runLists.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/runs/counts',
    operationId: 'countRuns',
    summary: 'Count runs',
    tag,
    query: RunCountQuery,
    response: RunCounts,
    handle: ({ tenant, query }) => runLists.count(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/runs/{run_id}',
    operationId: 'getRun',
    summary: 'Read a run',
    tag,
    alsoUnprefixed: true,
    params,
    query: RunWaitQuery,
    response: Run,
    handle: async (request) => {
      const { tenant, params } = request
      return waitIfRequested(request, await runs.get(tenant, params.run_id))
    },
  }),
  route({
    method: 'GET',
    path: '/runs/{run_id}/events',
    operationId: 'listRunEvents',
    summary: 'List the events of a run, oldest first',
    tag,
    params,
    query: RunEventQuery,
    response: RunEventPage,
    handle: ({ tenant, params: { run_id }, query }) => runEvents.list(tenant, run_id, query),
  }),
  route({
    method: 'POST',
    path: '/threads/{thread_id}/runs',
    operationId: 'createThreadRun',
    summary: 'Create a run in a thread',
    tag,
    bodyLimitFactor,
    hasLargeInput: true,
    params: threadParams,
    query: RunWaitQuery,
    body: ThreadRunCreate,
    response: Run,
    status: 201,
    errors: ['resource_conflict', 'state_too_large'],
    handle: async (request) => {
      const { tenant, caller, params, body, idempotencyStatements } = request
      const created = await runs.create(tenant, { ...body, ...params }, idempotencyStatements, caller)
      return waitIfRequested(request, created)
    },
  }),
  route({
    method: 'GET',
    path: '/threads/{thread_id}/runs',
    operationId: 'listThreadRuns',
    summary: 'List the runs of a thread',
    description: LIST_DESCRIPTION,
    tag,
    params: threadParams,
    query: ThreadRunQuery,
    response: RunPage,
    handle: ({ tenant, params: { thread_id }, query }) => runLists.listByThread(tenant, thread_id, query),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/cancel',
    operationId: 'cancelRun',
    summary: 'Cancel a run',
    tag,
    alsoUnprefixed: true,
    params,
    response: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { run_id } }) => cancellation.cancelRun(tenant, run_id),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/submit_tool_outputs',
    operationId: 'submitToolOutputs',
    summary: 'Submit the outputs of tool calls to a waiting run',
    tag,
    alsoUnprefixed: true,
    bodyLimitFactor,
    params,
    body: ToolOutputs,
    response: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, principal, params: { run_id }, body }) =>
      resumption.submitToolOutputs(tenant, run_id, body, { caller: principal }),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/review',
    operationId: 'reviewRun',
    summary: 'Decide on a tool call or output that a guardrail holds for review',
    tag,
    alsoUnprefixed: true,
    bodyLimitFactor,
    params,
    body: ReviewRun,
    response: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, principal, params: { run_id }, body }) =>
      resumption.reviewRun(tenant, run_id, body, principal),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/resume',
    operationId: 'resumeRun',
    summary: 'Resume a waiting run with human input',
    tag,
    alsoUnprefixed: true,
    bodyLimitFactor,
    params,
    body: ResumeRun,
    response: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, principal, params: { run_id }, body }) =>
      resumption.resumeRun(tenant, run_id, body, { caller: principal }),
  }),
]
