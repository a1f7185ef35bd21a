/**
 * The examples of a dataset. Every request that changes examples creates one version, in a batch that is conditional on the
 * previous version. For callers who may not see the held-out split, its examples do not exist.
 */
import { randomInt } from 'node:crypto'
import AsyncLock from 'async-lock'
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Page } from '../../schema/common.js'
import type {
  Example,
  ExampleCreate,
  ExampleDeleted,
  ExampleFromFeedback,
  ExampleFromRun,
  ExampleQuery,
  ExamplesAdded,
  ExamplesImported,
  ExampleUpdate,
} from '../../schema/dataset.js'
import type { DatasetRow, DatasetStore } from '../../store/datasets/datasets.js'
import { serializeTags, type ExampleRow, type ExampleStore } from '../../store/datasets/examples.js'
import type { FeedbackStore } from '../../store/evaluations/feedback.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import { toPageRequest, toPage } from '../cursor.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { mergeJson, parseObjectOrNull } from '../row-mappers.js'
import { isFinal } from '../runs/run-state.js'
import { requireDataset } from './datasets.js'
import { toContentColumns, newExampleRow, toExample, type ExampleContent } from './row-mappers.js'

interface ExamplesDeps {
  datasets: DatasetStore
  examples: ExampleStore
  feedback: FeedbackStore
  runs: RunStore
  clock: Clock
}

/** Rows of an import per batch. */
const STAGED_ROWS = 500
const MAX_STAGE = 2 ** 47
/** Staged rows of an import that was not finished are deleted after this time. */
const ABANDONED_MS = 60 * 60 * 1000
/** Rows of an export per page, which is what is in memory at a time. */
const EXPORT_ROWS = 500

interface Change<T> {
  added?: number
  changed?: number
  removed?: number
  statements: Statement[]
  response: T
}

export const makeExamples = ({ datasets, examples, feedback, runs, clock }: ExamplesDeps) => {
  // Serializes the changes of a dataset on this node, so that they do not conflict with each other and retry. Changes on
  // other nodes can still conflict.
  const lock = new AsyncLock({ maxPending: Infinity })

  /**
   * Creates the next version. `change` is called again if another request created that version first; a change without
   * statements creates no version.
   */
  const commitVersion = <T>(
    tenant_id: string,
    dataset_id: string,
    change: (dataset: DatasetRow, now: number) => Change<T> | Promise<Change<T>>,
  ): Promise<T> =>
    lock.acquire(`${tenant_id}\n${dataset_id}`, () =>
      retryOnConflict(async () => {
        const dataset = await requireDataset(datasets, tenant_id, dataset_id)
        const now = clock.now()
        const { added = 0, changed = 0, removed = 0, statements, response } = await change(dataset, now)
        if (statements.length === 0) return response
        const next = {
          tenant_id,
          dataset_id,
          version: dataset.version + 1,
          examples: dataset.examples + added - removed,
          added,
          changed,
          removed,
          created_at: now,
        }
        return (await datasets.createVersion(next, ...statements)) ? response : undefined
      }),
    )

  const insert = <T>(
    tenant_id: string,
    dataset_id: string,
    contents: readonly ExampleContent[],
    source_run_id: string | null,
    {
      toResponse,
      idempotencyStatements,
    }: {
      toResponse: (rows: ExampleRow[], version: number) => T
      idempotencyStatements: IdempotencyStatements<T>
    },
  ): Promise<T> =>
    commitVersion(tenant_id, dataset_id, (dataset, now) => {
      const rows = contents.map((content) => newExampleRow(dataset, content, source_run_id, now))
      const response = toResponse(rows, dataset.version + 1)
      const statements = [...examples.insertStatements(rows), ...idempotencyStatements(response)]
      return { added: rows.length, statements, response }
    })

  const toAddedResponse = (
    dataset_id: string,
    idempotencyStatements: IdempotencyStatements<ExamplesAdded>,
  ) => ({
    toResponse: (rows: ExampleRow[], version: number): ExamplesAdded => ({
      dataset_id,
      version,
      added: rows.length,
      examples: rows.map(toExample),
    }),
    idempotencyStatements,
  })

  const getHiddenSplit = (dataset: DatasetRow, canSeeHeldOut: boolean): string | undefined =>
    canSeeHeldOut ? undefined : (dataset.held_out_split ?? undefined)

  const requireRow = async (
    dataset: DatasetRow,
    example_id: string,
    version: number,
    canSeeHeldOut: boolean,
  ): Promise<ExampleRow> => {
    const { tenant_id, dataset_id } = dataset
    const row = await examples.get({ tenant_id, dataset_id, example_id }, version)
    const hidden = getHiddenSplit(dataset, canSeeHeldOut)
    if (row === undefined || (hidden !== undefined && row.split === hidden))
      throw notFound('Example', example_id)
    return row
  }

  const addFromRun = async (
    tenant_id: string,
    dataset_id: string,
    request: ExampleFromRun,
    idempotencyStatements: IdempotencyStatements<ExamplesAdded> = noIdempotencyStatements,
  ): Promise<ExamplesAdded> => {
    await requireDataset(datasets, tenant_id, dataset_id)
    const run = await runs.get({ tenant_id, run_id: request.run_id.toLowerCase() })
    if (run === undefined) throw notFound('Run', request.run_id)
    if (!isFinal(run.status))
      throw new AppError('resource_conflict', 'The run has not ended', { status: run.status })
    if (run.input === null)
      throw new AppError(
        'unprocessable_entity',
        'The run has no input: it was started from the messages of its thread',
      )
    const { tags, split, metadata, expected_output } = toContentColumns({ ...request, input: {} })
    const content: ExampleContent = {
      input: run.input,
      expected_output: request.expected_output === undefined ? run.output : expected_output,
      tags,
      split,
      metadata,
    }
    return insert(
      tenant_id,
      dataset_id,
      [content],
      run.run_id,
      toAddedResponse(dataset_id, idempotencyStatements),
    )
  }

  return {
    add: (
      tenant_id: string,
      dataset_id: string,
      request: readonly ExampleCreate[],
      idempotencyStatements: IdempotencyStatements<ExamplesAdded> = noIdempotencyStatements,
    ): Promise<ExamplesAdded> =>
      insert(
        tenant_id,
        dataset_id,
        request.map(toContentColumns),
        null,
        toAddedResponse(dataset_id, idempotencyStatements),
      ),

    /**
     * Adds any number of examples. One large batch would block other requests, so the rows are staged in several batches,
     * where they are invisible, and published together as the next version.
     */
    async import(
      tenant_id: string,
      dataset_id: string,
      contents: readonly ExampleContent[],
      idempotencyStatements: IdempotencyStatements<ExamplesImported> = noIdempotencyStatements,
    ): Promise<ExamplesImported> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const stage = randomInt(1, MAX_STAGE)
      for (let start = 0; start < contents.length; start += STAGED_ROWS) {
        const chunk = contents.slice(start, start + STAGED_ROWS)
        await examples.stage(
          chunk.map((content) => newExampleRow(dataset, content, null, clock.now())),
          stage,
        )
      }
      return commitVersion(tenant_id, dataset_id, ({ version }, now) => {
        const response = { dataset_id, version: version + 1, added: contents.length }
        const statements = [
          ...examples.publishStatements({ tenant_id, dataset_id }, stage, version + 1, now - ABANDONED_MS),
          ...idempotencyStatements(response),
        ]
        return { added: contents.length, statements, response }
      })
    },

    addFromRun,

    /** Without a correction, the output of the run becomes the expected output. */
    async addFromFeedback(
      tenant_id: string,
      dataset_id: string,
      { feedback_id, ...request }: ExampleFromFeedback,
      idempotencyStatements: IdempotencyStatements<ExamplesAdded> = noIdempotencyStatements,
    ): Promise<ExamplesAdded> {
      const row = await feedback.get({ tenant_id, feedback_id: feedback_id.toLowerCase() })
      if (row === undefined) throw notFound('Feedback', feedback_id)
      if (row.corrected_output === null && row.rating === 'negative')
        throw new AppError(
          'unprocessable_entity',
          'The feedback is negative and has no corrected_output, so the expected output is unknown',
        )
      const expected =
        row.corrected_output === null ? {} : { expected_output: parseObjectOrNull(row.corrected_output) }
      return addFromRun(
        tenant_id,
        dataset_id,
        { ...request, ...expected, run_id: row.run_id },
        idempotencyStatements,
      )
    },

    async get(
      tenant_id: string,
      dataset_id: string,
      example_id: string,
      version: number | undefined,
      canSeeHeldOut: boolean,
    ): Promise<Example> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      return toExample(await requireRow(dataset, example_id, resolveVersion(dataset, version), canSeeHeldOut))
    },

    /** All pages of a list read the version of the first page. */
    async list(
      tenant_id: string,
      dataset_id: string,
      query: ExampleQuery,
      canSeeHeldOut: boolean,
    ): Promise<Page<Example>> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const { tag, split, version } = query
      const listName = `datasets/${dataset_id}/examples?${JSON.stringify({ version, tag, split })}`
      const page = toPageRequest(listName, query)
      const versionKey = {
        tenant_id,
        dataset_id,
        version: page.after?.at ?? resolveVersion(dataset, version),
      }
      const tags = tag === undefined ? [] : [tag]
      const filter = { tags, split, excludedSplit: getHiddenSplit(dataset, canSeeHeldOut) }
      const rows = await examples.list(versionKey, filter, page.after?.id, page.limit + 1)
      return toPage(
        listName,
        page,
        rows,
        (row) => ({ at: versionKey.version, id: row.example_id }),
        toExample,
      )
    },

    update: (
      tenant_id: string,
      dataset_id: string,
      example_id: string,
      request: ExampleUpdate,
      canSeeHeldOut: boolean,
    ): Promise<Example> =>
      commitVersion(tenant_id, dataset_id, async (dataset, now) => {
        const current = await requireRow(dataset, example_id, dataset.version, canSeeHeldOut)
        const changed = withChanges(current, request)
        if (CONTENT.every((name) => changed[name] === current[name]))
          return { statements: [], response: toExample(current) }
        const row = { ...changed, since_version: dataset.version + 1, updated_at: now }
        const statements = [
          examples.closeStatement(current, row.since_version),
          ...examples.insertStatements([row]),
        ]
        return { changed: 1, statements, response: toExample(row) }
      }),

    remove: (
      tenant_id: string,
      dataset_id: string,
      example_id: string,
      canSeeHeldOut: boolean,
    ): Promise<ExampleDeleted> =>
      commitVersion(tenant_id, dataset_id, async (dataset) => {
        const current = await requireRow(dataset, example_id, dataset.version, canSeeHeldOut)
        const version = dataset.version + 1
        const response = { deleted: true as const, example_id, version }
        return { removed: 1, statements: [examples.closeStatement(current, version)], response }
      }),

    /** All examples of a version, page by page. */
    async export(
      tenant_id: string,
      dataset_id: string,
      version: number | undefined,
      canSeeHeldOut: boolean,
    ): Promise<AsyncGenerator<ExampleRow[]>> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const versionKey = { tenant_id, dataset_id, version: resolveVersion(dataset, version) }
      const excludedSplit = getHiddenSplit(dataset, canSeeHeldOut)
      return (async function* () {
        let after: string | undefined
        for (;;) {
          const rows = await examples.list(versionKey, { excludedSplit }, after, EXPORT_ROWS)
          if (rows.length > 0) yield rows
          if (rows.length < EXPORT_ROWS) return
          after = rows.at(-1)?.example_id
        }
      })()
    },
  }
}

export type Examples = ReturnType<typeof makeExamples>

const CONTENT = [
  'input',
  'expected_output',
  'tags',
  'split',
  'metadata',
] as const satisfies (keyof ExampleRow)[]

const resolveVersion = (dataset: DatasetRow, requestedVersion = dataset.version): number => {
  if (requestedVersion <= dataset.version) return requestedVersion
  const text = `Version ${String(requestedVersion)} does not exist; the latest is ${String(dataset.version)}`
  throw new AppError('resource_not_found', text, { version: requestedVersion })
}

const withChanges = (current: ExampleRow, request: ExampleUpdate): ExampleRow => {
  const { expected_output } = request
  const output = expected_output == null ? null : JSON.stringify(expected_output)
  return {
    ...current,
    input: request.input === undefined ? current.input : JSON.stringify(request.input),
    expected_output: expected_output === undefined ? current.expected_output : output,
    tags: request.tags === undefined ? current.tags : serializeTags(request.tags),
    split: request.split === undefined ? current.split : request.split,
    metadata: mergeJson(current.metadata, request.metadata),
  }
}
