/** The dataset resource. Its examples are in examples.ts. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { Page } from '../../schema/common.js'
import type { Dataset, DatasetCreate, DatasetUpdate, DatasetVersion } from '../../schema/dataset.js'
import type { DatasetRow, DatasetStore, DatasetVersionRow } from '../../store/datasets/datasets.js'
import { toPageRequest, toPage, type ListQuery } from '../cursor.js'
import { rewordConflict } from '../require-resource.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { mergeJson } from '../row-mappers.js'
import { toDataset, toDatasetVersion } from './row-mappers.js'

interface DatasetsDeps {
  datasets: DatasetStore
  clock: Clock
}

export const requireDataset = async (
  datasets: DatasetStore,
  tenant_id: string,
  dataset_id: string,
): Promise<DatasetRow> => {
  const row = await datasets.get({ tenant_id, dataset_id: dataset_id.toLowerCase() })
  if (row === undefined) throw notFound('Dataset', dataset_id)
  return row
}

const nameTakenMessage = (name: string): string => `A dataset named ${name} already exists`

export const makeDatasets = ({ datasets, clock }: DatasetsDeps) => ({
  async create(
    tenant_id: string,
    request: DatasetCreate,
    idempotencyStatements: IdempotencyStatements<Dataset> = noIdempotencyStatements,
  ): Promise<Dataset> {
    const now = clock.now()
    const row: DatasetRow = {
      tenant_id,
      dataset_id: newId(),
      name: request.name,
      description: request.description ?? null,
      metadata: JSON.stringify(request.metadata ?? {}),
      version: 1,
      examples: 0,
      held_out_split: request.held_out_split ?? null,
      revision: 1,
      created_at: now,
      updated_at: now,
    }
    const dataset = toDataset(row)
    await datasets.insert(row, ...idempotencyStatements(dataset)).catch((error: unknown) => {
      throw rewordConflict(error, nameTakenMessage(request.name))
    })
    return dataset
  },

  async get(tenant_id: string, dataset_id: string): Promise<Dataset> {
    return toDataset(await requireDataset(datasets, tenant_id, dataset_id))
  },

  async list(tenant_id: string, query: ListQuery): Promise<Page<Dataset>> {
    const page = toPageRequest('datasets', query)
    const rows = await datasets.list(tenant_id, page)
    const toPosition = (row: DatasetRow) => ({ at: row.created_at, id: row.dataset_id })
    return toPage('datasets', page, rows, toPosition, toDataset)
  },

  async listVersions(tenant_id: string, dataset_id: string, query: ListQuery): Promise<Page<DatasetVersion>> {
    const dataset = await requireDataset(datasets, tenant_id, dataset_id)
    const listName = `datasets/${dataset.dataset_id}/versions`
    const page = toPageRequest(listName, query)
    const rows = await datasets.listVersions(dataset, page)
    const toPosition = (row: DatasetVersionRow) => ({ at: row.version, id: '' })
    return toPage(listName, page, rows, toPosition, toDatasetVersion)
  },

  update(
    tenant_id: string,
    dataset_id: string,
    request: DatasetUpdate,
    canSeeHeldOut: boolean,
  ): Promise<Dataset> {
    return retryOnConflict(async () => {
      const current = await requireDataset(datasets, tenant_id, dataset_id)
      const updated: DatasetRow = {
        ...current,
        name: request.name ?? current.name,
        description: request.description === undefined ? current.description : request.description,
        metadata: mergeJson(current.metadata, request.metadata),
        held_out_split:
          request.held_out_split === undefined ? current.held_out_split : request.held_out_split,
        revision: current.revision + 1,
        updated_at: clock.now(),
      }
      // Otherwise a caller with the scope write could choose another split and read the held-out examples.
      if (
        current.held_out_split !== null &&
        updated.held_out_split !== current.held_out_split &&
        !canSeeHeldOut
      )
        throw new AppError('forbidden', 'Changing held_out_split requires the scope admin', {
          scope: 'admin',
        })
      const stored = await datasets.replace(updated, current.revision).catch((error: unknown) => {
        throw rewordConflict(error, nameTakenMessage(updated.name))
      })
      return stored && toDataset(stored)
    })
  },

  async remove(tenant_id: string, dataset_id: string): Promise<{ deleted: true; dataset_id: string }> {
    if (!(await datasets.remove({ tenant_id, dataset_id }))) throw notFound('Dataset', dataset_id)
    return { deleted: true, dataset_id }
  },
})

export type Datasets = ReturnType<typeof makeDatasets>
