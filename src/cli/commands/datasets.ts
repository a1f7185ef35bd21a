/** `heddle datasets`: lists datasets, and imports and exports their examples as JSON Lines or CSV. */
import { readFileSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Command } from 'commander'
import { isUuid, newId } from '../../platform/ids.js'
import type { Dataset, ExamplesImported } from '../../schema/dataset.js'
import { usageError } from '../command-error.js'
import { formatAge } from '../output/format.js'
import { runWithSession } from '../service-command.js'
import type { Client } from '../service/client.js'
import type { Session } from '../service/session.js'
import { addLimitOption, parseCount } from './flags.js'

const FORMATS = { jsonl: 'application/x-ndjson', csv: 'text/csv' } as const
type Format = keyof typeof FORMATS

const STANDARD_STREAM = '-'

export const addDatasetsCommand = (program: Command): void => {
  const datasets = program.command('datasets').description('list, import and export datasets')
  runWithSession(
    addLimitOption(datasets.command('list').description('list datasets, newest first')),
    listDatasets,
  )
  const importExamples = datasets
    .command('import <dataset> <file>')
    .description('add the examples of a file to a dataset (id or name); - reads stdin')
    .option('--create', 'create the dataset if no dataset has this name')
    .option('--format <format>', 'jsonl or csv; default: the extension of the file, or jsonl')
  runWithSession(importExamples, importFile)
  const exportExamples = datasets
    .command('export <dataset> [file]')
    .description('write the examples of a dataset (id or name) to a file or stdout')
    .option('--format <format>', 'jsonl or csv; default: the extension of the file, or jsonl')
    .option('--version <n>', 'a version of the dataset; default: the latest', parseCount)
  runWithSession(exportExamples, exportFile)
}

const listDatasets = async ({ client, output }: Session, { limit }: { limit: number }): Promise<void> => {
  const now = Date.now()
  await output.printList(
    client.list<Dataset>('/api/v1/datasets', {}, limit),
    [
      { title: 'DATASET', value: ({ dataset_id }) => dataset_id },
      { title: 'NAME', value: ({ name }) => name, isFlexible: true },
      { title: 'EXAMPLES', value: ({ examples }) => examples, align: 'right' },
      { title: 'VERSION', value: ({ version }) => version, align: 'right' },
      { title: 'UPDATED', value: ({ updated_at }) => formatAge(updated_at, now) },
    ],
    'no datasets',
  )
}

const findDataset = async (client: Client, value: string): Promise<string | undefined> => {
  if (isUuid(value)) return value
  for await (const { name, dataset_id } of client.list<Dataset>('/api/v1/datasets'))
    if (name === value) return dataset_id
  return undefined
}

export const requireDataset = async (client: Client, value: string): Promise<string> => {
  const id = await findDataset(client, value)
  if (id === undefined) throw usageError(`dataset ${value} does not exist; see heddle datasets list`)
  return id
}

const parseFormat = (format: string | undefined, file: string): Format => {
  const name = format ?? (file.endsWith('.csv') ? 'csv' : 'jsonl')
  if (name in FORMATS) return name as Format
  throw usageError(`--format ${name} is unknown; use jsonl or csv`)
}

const readInput = async (file: string): Promise<Uint8Array> => {
  if (file === STANDARD_STREAM) return buffer(process.stdin)
  try {
    return readFileSync(file)
  } catch (error) {
    throw usageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const importFile = async (
  { client, output }: Session,
  dataset: string,
  file: string,
  flags: { create?: boolean; format?: string },
): Promise<void> => {
  const type = FORMATS[parseFormat(flags.format, file)]
  const content = await readInput(file)
  let datasetId =
    flags.create === true ? await findDataset(client, dataset) : await requireDataset(client, dataset)
  if (datasetId === undefined) {
    const body = { name: dataset }
    const created = await client.post<Dataset>('/api/v1/datasets', { body, idempotencyKey: newId() })
    datasetId = created.dataset_id
  }
  const imported = await client.post<ExamplesImported>(`/api/v1/datasets/${datasetId}/import`, {
    raw: { content, type },
    idempotencyKey: newId(),
  })
  output.print(
    imported,
    ({ added, version, dataset_id }) =>
      `${String(added)} examples added to ${dataset_id}, version ${String(version)}`,
  )
}

const exportFile = async (
  { client, output }: Session,
  dataset: string,
  file: string = STANDARD_STREAM,
  { format, version }: { format?: string; version?: number },
): Promise<void> => {
  const path = `/api/v1/datasets/${await requireDataset(client, dataset)}/export`
  const text = await client.sendText('GET', path, {
    query: { format: parseFormat(format, file), version },
  })
  if (file === STANDARD_STREAM) output.write(text)
  else {
    writeFileSync(file, text)
    output.note(`wrote ${file}`)
  }
}
