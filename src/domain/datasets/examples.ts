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
import { tagsText, type ExampleRow, type ExampleStore } from '../../store/datasets/examples.js'
import type { FeedbackStore } from '../../store/evaluations/feedback.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import { pageRequest, toPage } from '../cursor.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import { noReceipt, type Receipt } from '../idempotency.js'
import { mergeJson, parseOrNull } from '../row-mappers.js'
import { isFinal } from '../runs/run-state.js'
import { requireDataset } from './datasets.js'
import { makeTurns } from './keyed-mutex.js'
import { contentOf, newExampleRow, toExample, type ExampleContent } from './row-mappers.js'

interface Parts {
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
  answer: T
}

export const makeExamples = ({ datasets, examples, feedback, runs, clock }: Parts) => {
  const inTurn = makeTurns()

  /** `change` is asked again when another request made the next version first. What it gives without statements is no change. */
  const makeVersion = <T>(
    tenant_id: string,
    dataset_id: string,
    change: (dataset: DatasetRow, now: number) => Change<T> | Promise<Change<T>>,
  ): Promise<T> =>
    inTurn(`${tenant_id}\n${dataset_id}`, () =>
      untilUndisturbed(async () => {
        const dataset = await requireDataset(datasets, tenant_id, dataset_id)
        const now = clock.now()
        const { added = 0, changed = 0, removed = 0, statements, answer } = await change(dataset, now)
        if (statements.length === 0) return answer
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
        return (await datasets.moveOn(next, ...statements)) ? answer : undefined
      }),
    )

  const insert = <T>(
    tenant_id: string,
    dataset_id: string,
    contents: readonly ExampleContent[],
    source_run_id: string | null,
    { answerOf, receipt }: { answerOf: (rows: ExampleRow[], version: number) => T; receipt: Receipt<T> },
  ): Promise<T> =>
    makeVersion(tenant_id, dataset_id, (dataset, now) => {
      const rows = contents.map((content) => newExampleRow(dataset, content, source_run_id, now))
      const answer = answerOf(rows, dataset.version + 1)
      const statements = [...examples.insertStatements(rows), ...receipt(answer)]
      return { added: rows.length, statements, answer }
    })

  const showing = (dataset_id: string, receipt: Receipt<ExamplesAdded>) => ({
    answerOf: (rows: ExampleRow[], version: number): ExamplesAdded => ({
      dataset_id,
      version,
      added: rows.length,
      examples: rows.map(toExample),
    }),
    receipt,
  })

  const hiddenSplit = (dataset: DatasetRow, seesHeldOut: boolean): string | undefined =>
    seesHeldOut ? undefined : (dataset.held_out_split ?? undefined)

  const requireRow = async (
    dataset: DatasetRow,
    example_id: string,
    version: number,
    seesHeldOut: boolean,
  ): Promise<ExampleRow> => {
    const { tenant_id, dataset_id } = dataset
    const row = await examples.get({ tenant_id, dataset_id, example_id }, version)
    const hidden = hiddenSplit(dataset, seesHeldOut)
    if (row === undefined || (hidden !== undefined && row.split === hidden))
      throw notFound('Example', example_id)
    return row
  }

  const addFromRun = async (
    tenant_id: string,
    dataset_id: string,
    sent: ExampleFromRun,
    receipt: Receipt<ExamplesAdded> = noReceipt,
  ): Promise<ExamplesAdded> => {
    await requireDataset(datasets, tenant_id, dataset_id)
    const run = await runs.get({ tenant_id, run_id: sent.run_id.toLowerCase() })
    if (run === undefined) throw notFound('Run', sent.run_id)
    if (!isFinal(run.status))
      throw new AppError('resource_conflict', 'the run has not ended', { status: run.status })
    if (run.input === null)
      throw new AppError(
        'unprocessable_entity',
        'the run was started without an input, from the messages of its thread',
      )
    const { tags, split, metadata, expected_output } = contentOf({ ...sent, input: {} })
    const content: ExampleContent = {
      input: run.input,
      expected_output: sent.expected_output === undefined ? run.output : expected_output,
      tags,
      split,
      metadata,
    }
    return insert(tenant_id, dataset_id, [content], run.run_id, showing(dataset_id, receipt))
  }

  return {
    add: (
      tenant_id: string,
      dataset_id: string,
      sent: readonly ExampleCreate[],
      receipt: Receipt<ExamplesAdded> = noReceipt,
    ): Promise<ExamplesAdded> =>
      insert(tenant_id, dataset_id, sent.map(contentOf), null, showing(dataset_id, receipt)),

    /**
     * As `add`, of any number. So many in one batch would hold up everybody else, so they are put aside some at a time, where
     * nobody sees them, and become the next version together.
     */
    async import(
      tenant_id: string,
      dataset_id: string,
      contents: readonly ExampleContent[],
      receipt: Receipt<ExamplesImported> = noReceipt,
    ): Promise<ExamplesImported> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const stage = randomInt(1, MAX_STAGE)
      for (let start = 0; start < contents.length; start += STAGED_ROWS) {
        const some = contents.slice(start, start + STAGED_ROWS)
        await examples.stage(
          some.map((content) => newExampleRow(dataset, content, null, clock.now())),
          stage,
        )
      }
      return makeVersion(tenant_id, dataset_id, ({ version }, now) => {
        const answer = { dataset_id, version: version + 1, added: contents.length }
        const statements = [
          ...examples.publishStatements({ tenant_id, dataset_id }, stage, version + 1, now - ABANDONED_MS),
          ...receipt(answer),
        ]
        return { added: contents.length, statements, answer }
      })
    },

    addFromRun,

    /** Without a correction the output of the run is what is expected: it was good as it was. */
    async addFromFeedback(
      tenant_id: string,
      dataset_id: string,
      { feedback_id, ...sent }: ExampleFromFeedback,
      receipt: Receipt<ExamplesAdded> = noReceipt,
    ): Promise<ExamplesAdded> {
      const row = await feedback.get({ tenant_id, feedback_id: feedback_id.toLowerCase() })
      if (row === undefined) throw notFound('Feedback', feedback_id)
      if (row.corrected_output === null && row.rating === 'negative')
        throw new AppError(
          'unprocessable_entity',
          'the feedback is negative and has no corrected_output: what is expected is not known',
        )
      const expected =
        row.corrected_output === null ? {} : { expected_output: parseOrNull(row.corrected_output) }
      return addFromRun(tenant_id, dataset_id, { ...sent, ...expected, run_id: row.run_id }, receipt)
    },

    async get(
      tenant_id: string,
      dataset_id: string,
      example_id: string,
      version: number | undefined,
      seesHeldOut: boolean,
    ): Promise<Example> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      return toExample(await requireRow(dataset, example_id, versionOf(dataset, version), seesHeldOut))
    },

    /** A list that goes on stays at the version at which it began. */
    async list(
      tenant_id: string,
      dataset_id: string,
      query: ExampleQuery,
      seesHeldOut: boolean,
    ): Promise<Page<Example>> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const { tag, split, version } = query
      const list = `datasets/${dataset_id}/examples?${JSON.stringify({ version, tag, split })}`
      const page = pageRequest(list, query)
      const at = { tenant_id, dataset_id, version: page.after?.at ?? versionOf(dataset, version) }
      const tags = tag === undefined ? [] : [tag]
      const filter = { tags, split, without: hiddenSplit(dataset, seesHeldOut) }
      const rows = await examples.list(at, filter, page.after?.id, page.limit + 1)
      return toPage(list, page, rows, (row) => ({ at: at.version, id: row.example_id }), toExample)
    },

    update: (
      tenant_id: string,
      dataset_id: string,
      example_id: string,
      sent: ExampleUpdate,
      seesHeldOut: boolean,
    ): Promise<Example> =>
      makeVersion(tenant_id, dataset_id, async (dataset, now) => {
        const old = await requireRow(dataset, example_id, dataset.version, seesHeldOut)
        const changed = withChanges(old, sent)
        if (CONTENT.every((name) => changed[name] === old[name]))
          return { statements: [], answer: toExample(old) }
        const row = { ...changed, since_version: dataset.version + 1, updated_at: now }
        const statements = [
          examples.closeStatement(old, row.since_version),
          ...examples.insertStatements([row]),
        ]
        return { changed: 1, statements, answer: toExample(row) }
      }),

    remove: (
      tenant_id: string,
      dataset_id: string,
      example_id: string,
      seesHeldOut: boolean,
    ): Promise<ExampleDeleted> =>
      makeVersion(tenant_id, dataset_id, async (dataset) => {
        const old = await requireRow(dataset, example_id, dataset.version, seesHeldOut)
        const version = dataset.version + 1
        const answer = { deleted: true as const, example_id, version }
        return { removed: 1, statements: [examples.closeStatement(old, version)], answer }
      }),

    /** All of a version, some at a time. */
    async export(
      tenant_id: string,
      dataset_id: string,
      version: number | undefined,
      seesHeldOut: boolean,
    ): Promise<AsyncGenerator<ExampleRow[]>> {
      const dataset = await requireDataset(datasets, tenant_id, dataset_id)
      const at = { tenant_id, dataset_id, version: versionOf(dataset, version) }
      const without = hiddenSplit(dataset, seesHeldOut)
      return (async function* () {
        let after: string | undefined
        for (;;) {
          const rows = await examples.list(at, { without }, after, EXPORT_ROWS)
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

const versionOf = (dataset: DatasetRow, asked = dataset.version): number => {
  if (asked <= dataset.version) return asked
  const text = `the dataset has no version ${String(asked)}, its latest is ${String(dataset.version)}`
  throw new AppError('resource_not_found', text, { version: asked })
}

const withChanges = (old: ExampleRow, sent: ExampleUpdate): ExampleRow => {
  const { expected_output } = sent
  const output = expected_output == null ? null : JSON.stringify(expected_output)
  return {
    ...old,
    input: sent.input === undefined ? old.input : JSON.stringify(sent.input),
    expected_output: expected_output === undefined ? old.expected_output : output,
    tags: sent.tags === undefined ? old.tags : tagsText(sent.tags),
    split: sent.split === undefined ? old.split : sent.split,
    metadata: mergeJson(old.metadata, sent.metadata),
  }
}
