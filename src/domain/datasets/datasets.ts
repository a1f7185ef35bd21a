/** Datasets as a resource. Their examples are in examples.ts. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import type { Page } from '../../schema/common.js'
import type { Dataset, DatasetCreate, DatasetUpdate, DatasetVersion } from '../../schema/dataset.js'
import type { DatasetRow, DatasetStore, DatasetVersionRow } from '../../store/datasets/datasets.js'
import { pageRequest, toPage, type ListQuery } from '../cursor.js'
import { nameConflict } from '../require-resource.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import { noReceipt, type Receipt } from '../idempotency.js'
import { mergeJson } from '../row-mappers.js'
import { toDataset, toDatasetVersion } from './row-mappers.js'

interface Parts {
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

const taken = (name: string): string => `there is a dataset ${name} already`

export const makeDatasets = ({ datasets, clock }: Parts) => ({
  async create(
    tenant_id: string,
    sent: DatasetCreate,
    receipt: Receipt<Dataset> = noReceipt,
  ): Promise<Dataset> {
    const now = clock.now()
    const row: DatasetRow = {
      tenant_id,
      dataset_id: newId(),
      name: sent.name,
      description: sent.description ?? null,
      metadata: JSON.stringify(sent.metadata ?? {}),
      version: 1,
      examples: 0,
      held_out_split: sent.held_out_split ?? null,
      revision: 1,
      created_at: now,
      updated_at: now,
    }
    const made = toDataset(row)
    await datasets.insert(row, ...receipt(made)).catch((error: unknown) => {
      throw nameConflict(error, taken(sent.name))
    })
    return made
  },

  async get(tenant_id: string, dataset_id: string): Promise<Dataset> {
    return toDataset(await requireDataset(datasets, tenant_id, dataset_id))
  },

  async list(tenant_id: string, query: ListQuery): Promise<Page<Dataset>> {
    const page = pageRequest('datasets', query)
    const rows = await datasets.list(tenant_id, page)
    const positionOf = (row: DatasetRow) => ({ at: row.created_at, id: row.dataset_id })
    return toPage('datasets', page, rows, positionOf, toDataset)
  },

  async listVersions(tenant_id: string, dataset_id: string, query: ListQuery): Promise<Page<DatasetVersion>> {
    const dataset = await requireDataset(datasets, tenant_id, dataset_id)
    const list = `datasets/${dataset.dataset_id}/versions`
    const page = pageRequest(list, query)
    const rows = await datasets.listVersions(dataset, page)
    const positionOf = (row: DatasetVersionRow) => ({ at: row.version, id: '' })
    return toPage(list, page, rows, positionOf, toDatasetVersion)
  },

  update(tenant_id: string, dataset_id: string, sent: DatasetUpdate, seesHeldOut: boolean): Promise<Dataset> {
    return untilUndisturbed(async () => {
      const old = await requireDataset(datasets, tenant_id, dataset_id)
      const changed: DatasetRow = {
        ...old,
        name: sent.name ?? old.name,
        description: sent.description === undefined ? old.description : sent.description,
        metadata: mergeJson(old.metadata, sent.metadata),
        held_out_split: sent.held_out_split === undefined ? old.held_out_split : sent.held_out_split,
        revision: old.revision + 1,
        updated_at: clock.now(),
      }
      // Or else whoever may write could name another split, and look.
      if (old.held_out_split !== null && changed.held_out_split !== old.held_out_split && !seesHeldOut)
        throw new AppError('forbidden', 'to change held_out_split needs the scope admin', { scope: 'admin' })
      const written = await datasets.replace(changed, old.revision).catch((error: unknown) => {
        throw nameConflict(error, taken(changed.name))
      })
      return written && toDataset(written)
    })
  },

  async remove(tenant_id: string, dataset_id: string): Promise<{ deleted: true; dataset_id: string }> {
    if (!(await datasets.remove({ tenant_id, dataset_id }))) throw notFound('Dataset', dataset_id)
    return { deleted: true, dataset_id }
  },
})

export type Datasets = ReturnType<typeof makeDatasets>
