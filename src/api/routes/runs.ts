import { Type } from 'typebox'
import type { RunAnswers } from '../../domain/runs/run-resumption.js'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import type { Runs } from '../../domain/runs/runs.js'
import { Uuid } from '../../schema/common.js'
import {
  ResumeRun,
  ReviewRun,
  Run,
  RunCreate,
  RunPage,
  RunQuery,
  ThreadRunCreate,
  ThreadRunQuery,
  ToolOutputs,
} from '../../schema/run.js'
import { route, type Route } from '../http/route.js'

const tag = 'Runs'
const params = Type.Object({ run_id: Uuid })
const threadParams = Type.Object({ thread_id: Uuid })

/** Inputs carry documents; the rest of the API does not. */
const bodyFactor = 10

export const runRoutes = (runs: Runs, stops: RunStops, answers: RunAnswers): Route[] => [
  route({
    method: 'POST',
    path: '/runs',
    operationId: 'createRun',
    summary: 'Create a run',
    tag,
    bodyFactor,
    body: RunCreate,
    answer: Run,
    status: 201,
    errors: ['resource_not_found', 'resource_conflict'],
    handle: ({ tenant, body, receipt }) => runs.create(tenant, body, receipt),
  }),
  route({
    method: 'GET',
    path: '/runs',
    operationId: 'listRuns',
    summary: 'List runs, newest first',
    tag,
    alsoBare: true,
    query: RunQuery,
    answer: RunPage,
    handle: ({ tenant, query }) => runs.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/runs/{run_id}',
    operationId: 'getRun',
    summary: 'Read a run',
    tag,
    alsoBare: true,
    params,
    answer: Run,
    handle: ({ tenant, params: { run_id } }) => runs.get(tenant, run_id),
  }),
  route({
    method: 'POST',
    path: '/threads/{thread_id}/runs',
    operationId: 'createThreadRun',
    summary: 'Create a run in a thread',
    tag,
    bodyFactor,
    params: threadParams,
    body: ThreadRunCreate,
    answer: Run,
    status: 201,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { thread_id }, body, receipt }) =>
      runs.create(tenant, { ...body, thread_id }, receipt),
  }),
  route({
    method: 'GET',
    path: '/threads/{thread_id}/runs',
    operationId: 'listThreadRuns',
    summary: 'List the runs of a thread, newest first',
    tag,
    params: threadParams,
    query: ThreadRunQuery,
    answer: RunPage,
    handle: ({ tenant, params: { thread_id }, query }) => runs.listOfThread(tenant, thread_id, query),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/cancel',
    operationId: 'cancelRun',
    summary: 'Cancel a run',
    tag,
    alsoBare: true,
    params,
    answer: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { run_id } }) => stops.cancel(tenant, run_id),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/submit_tool_outputs',
    operationId: 'submitToolOutputs',
    summary: 'Give a waiting run the outputs of its tool calls',
    tag,
    alsoBare: true,
    bodyFactor,
    params,
    body: ToolOutputs,
    answer: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { run_id }, body }) => answers.submitToolOutputs(tenant, run_id, body),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/review',
    operationId: 'reviewRun',
    summary: 'Decide what a guardrail holds back for a reviewer',
    tag,
    alsoBare: true,
    bodyFactor,
    params,
    body: ReviewRun,
    answer: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, caller, params: { run_id }, body }) => answers.review(tenant, run_id, body, caller),
  }),
  route({
    method: 'POST',
    path: '/runs/{run_id}/resume',
    operationId: 'resumeRun',
    summary: 'Give a waiting run its human input',
    tag,
    alsoBare: true,
    bodyFactor,
    params,
    body: ResumeRun,
    answer: Run,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { run_id }, body }) => answers.resume(tenant, run_id, body),
  }),
]
