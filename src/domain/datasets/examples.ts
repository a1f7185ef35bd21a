/**
 * The examples of a dataset. Every request that changes them makes one version, whatever their number: its batch
 * hangs on the version before. Callers who may not see what is held out are answered as if it did not exist.
 */
import { randomInt } from 'node:crypto'
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
import { makeKeyedMutex } from './keyed-mutex.js'
import { toContentColumns, newExampleRow, toExample, type ExampleContent } from './row-mappers.js'

interface ExamplesDeps {
  datasets: DatasetStore
  examples: ExampleStore
  feedback: FeedbackStore
  runs: RunStore
  clock: Clock
}

/** Rows of an import that are written by one batch. */
const STAGED_ROWS = 500
const MAX_STAGE = 2 ** 47
/** What an import left behind that did not come to its end. */
const ABANDONED_MS = 60 * 60 * 1000
/** Rows of an export that are in memory at a time. */
const EXPORT_ROWS = 500

interface Change<T> {
  added?: number
  changed?: number
  removed?: number
  statements: Statement[]
  response: T
}

export const makeExamples = ({ datasets, examples, feedback, runs, clock }: ExamplesDeps) => {
  const runExclusive = makeKeyedMutex()

  /** `change` is asked again when another request made the next version first. What it gives without statements is no change. */
  const commitVersion = <T>(
    tenant_id: string,
    dataset_id: string,
    change: (dataset: DatasetRow, now: number) => Change<T> | Promise<Change<T>>,
  ): Promise<T> =>
    runExclusive(`${tenant_id}\n${dataset_id}`, () =>
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

  const hiddenSplit = (dataset: DatasetRow, canSeeHeldOut: boolean): string | undefined =>
    canSeeHeldOut ? undefined : (dataset.held_out_split ?? undefined)

  const requireRow = async (
    dataset: DatasetRow,
    example_id: string,
    version: number,
    canSeeHeldOut: boolean,
  ): Promise<ExampleRow> => {
    const { tenant_id, dataset_id } = dataset
    const row = await examples.get({ tenant_id, dataset_id, example_id }, version)
    const hidden = hiddenSplit(dataset, canSeeHeldOut)
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
      throw new AppError('resource_conflict', 'the run has not ended', { status: run.status })
    if (run.input === null)
      throw new AppError(
        'unprocessable_entity',
        'the run was started without an input, from the messages of its thread',
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
     * As `add`, of any number. So many in one batch would hold up everybody else, so they are put aside some at a time, where
     * nobody sees them, and become the next version together.
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

    /** Without a correction the output of the run is what is expected: it was good as it was. */
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
          'the feedback is negative and has no corrected_output: what is expected is not known',
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

    /** A list that goes on stays at the version at which it began. */
    async list(
      tenant_id: string,
      dataset_id: string,
      query: ExampleQuery,
      canSeeHeldOut: boolean,
    ): Promise<Page<Example>> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const { tag, split, version } = query
      const list = `datasets/${dataset_id}/examples?${JSON.stringify({ version, tag, split })}`
      const page = toPageRequest(list, query)
      const at = { tenant_id, dataset_id, version: page.after?.at ?? resolveVersion(dataset, version) }
      const tags = tag === undefined ? [] : [tag]
      const filter = { tags, split, without: hiddenSplit(dataset, canSeeHeldOut) }
      const rows = await examples.list(at, filter, page.after?.id, page.limit + 1)
      return toPage(list, page, rows, (row) => ({ at: at.version, id: row.example_id }), toExample)
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

    /** All of a version, some at a time. */
    async export(
      tenant_id: string,
      dataset_id: string,
      version: number | undefined,
      canSeeHeldOut: boolean,
    ): Promise<AsyncGenerator<ExampleRow[]>> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const at = { tenant_id, dataset_id, version: resolveVersion(dataset, version) }
      const without = hiddenSplit(dataset, canSeeHeldOut)
      return (async function* () {
        let after: string | undefined
        for (;;) {
          const rows = await examples.list(at, { excludedSplit: without }, after, EXPORT_ROWS)
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
  const text = `the dataset has no version ${String(requestedVersion)}, its latest is ${String(dataset.version)}`
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
