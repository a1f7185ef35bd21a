import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import type { DatasetRow } from '../../src/store/datasets/datasets.js'
import { serializeTags, type ExampleFilter, type ExampleRow } from '../../src/store/datasets/examples.js'
import { datasetRow, exampleRow, T0 } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeDatasets = (stores: Stores): void => {
  describe('datasets', () => {
    const insertDataset = async (overrides: Partial<DatasetRow> = {}): Promise<DatasetRow> => {
      const row = datasetRow({ tenant_id: newId(), ...overrides })
      await stores.datasets.insert(row)
      return row
    }
    const nextVersion = ({ tenant_id, dataset_id }: DatasetRow, version: number, examples = 0) => ({
      ...{ tenant_id, dataset_id, version, examples, added: 1, changed: 2, removed: 3, created_at: T0 + 1 },
    })
    /** Adds the examples as version 2. */
    const addExamples = async (
      dataset: DatasetRow,
      overrides: Partial<ExampleRow>[],
    ): Promise<ExampleRow[]> => {
      const { tenant_id, dataset_id } = dataset
      const rows = overrides.map((exampleOverrides) =>
        exampleRow({ tenant_id, dataset_id, ...exampleOverrides }),
      )
      const inserts = stores.examples.insertStatements(rows)
      expect(await stores.datasets.createVersion(nextVersion(dataset, 2, rows.length), ...inserts)).toBe(true)
      return rows
    }
    const listAtVersion = (
      { tenant_id, dataset_id }: DatasetRow,
      version: number,
      after?: string,
      limit = 99,
    ) => stores.examples.list({ tenant_id, dataset_id, version }, {}, after, limit)

    it('datasets and examples are read as they were stored, and only by their tenant', async () => {
      const row = await insertDataset({ description: 'D', metadata: '{"a": 1}', held_out_split: 'test' })
      const stranger = { ...row, tenant_id: newId() }
      const [example] = await addExamples(row, [
        { input: '{"a":"\\u0000"}', expected_output: '{}', split: 's' },
      ])
      const now = { ...row, version: 2, examples: 1, updated_at: T0 + 1 }
      expect(await stores.datasets.get(row)).toEqual(now)
      expect(await stores.datasets.list(row.tenant_id, { limit: 9 })).toEqual([now])
      expect(await stores.examples.get(example!, 2)).toEqual(example)
      expect(await stores.datasets.get(stranger)).toBeUndefined()
      expect(await stores.datasets.list(stranger.tenant_id, { limit: 9 })).toEqual([])
      expect(await stores.datasets.listVersions(stranger, { limit: 9 })).toEqual([])
      expect(await listAtVersion(stranger, 2)).toEqual([])
      expect(await stores.datasets.replace({ ...stranger, name: 'x', revision: 2 }, 1)).toBeUndefined()
      expect(await stores.datasets.createVersion(nextVersion(stranger, 3))).toBe(false)
      expect(await stores.datasets.remove(stranger)).toBe(false)
      expect(await stores.datasets.get(row)).toEqual(now)
    })

    it('the name of a dataset is unique in its tenant', async () => {
      const row = await insertDataset()
      const duplicate = { ...row, dataset_id: newId() }
      await expect(stores.datasets.insert(duplicate)).rejects.toMatchObject({ code: 'resource_conflict' })
      await stores.datasets.insert({ ...duplicate, tenant_id: newId() })
    })

    it('of two concurrent next versions of a dataset one is created, with all of its examples', async () => {
      const row = await insertDataset()
      const { tenant_id, dataset_id } = row
      const attempt = (message: string) => {
        const rows = Array.from({ length: 40 }, () => exampleRow({ tenant_id, dataset_id, input: message }))
        return stores.datasets.createVersion(
          nextVersion(row, 2, 40),
          ...stores.examples.insertStatements(rows),
        )
      }
      expect((await Promise.all([attempt('a'), attempt('b')])).sort()).toEqual([false, true])
      const stored = await listAtVersion(row, 2)
      expect([stored.length, new Set(stored.map(({ input }) => input)).size]).toEqual([40, 1])
      const versions = await stores.datasets.listVersions(row, { limit: 9 })
      expect(versions.map(({ version, examples, added }) => [version, examples, added])).toEqual([
        [2, 40, 1],
        [1, 0, 0],
      ])
      expect(await stores.datasets.listVersions(row, { limit: 9, after: { at: 2, id: '' } })).toHaveLength(1)
    })

    it('a dataset can be read at any version, page by page, sorted by ID', async () => {
      const row = await insertDataset()
      const [a, b, c] = await addExamples(row, [{}, {}, {}])
      const changed = { ...b!, since_version: 3, input: '{"message":"Ho"}' }
      const { closeStatement, insertStatements } = stores.examples
      await stores.datasets.createVersion(
        nextVersion(row, 3, 3),
        closeStatement(b!, 3),
        ...insertStatements([changed]),
      )
      await stores.datasets.createVersion(nextVersion(row, 4, 2), closeStatement(a!, 4))
      const closed = { ...b!, until_version: 3 }
      const removed = { ...a!, until_version: 4 }
      expect(await listAtVersion(row, 1)).toEqual([])
      expect(await listAtVersion(row, 2)).toEqual([removed, closed, c])
      expect(await listAtVersion(row, 3)).toEqual([removed, changed, c])
      expect(await listAtVersion(row, 4)).toEqual([changed, c])
      expect(await listAtVersion(row, 3, undefined, 2)).toEqual([removed, changed])
      expect(await listAtVersion(row, 3, changed.example_id, 2)).toEqual([c])
      expect(await stores.examples.get(b!, 2)).toEqual(closed)
      expect(await stores.examples.get(a!, 4)).toBeUndefined()
      // A closed row cannot be closed again, and the version that tries to is not created.
      expect(await stores.datasets.createVersion(nextVersion(row, 5), closeStatement(a!, 5))).toBe(false)
      expect(await stores.datasets.get(row)).toMatchObject({ version: 4 })
    })

    it('examples are found by tags with any characters and by splits', async () => {
      const row = await insertDataset()
      const oddTags = ['a', 'A', ',', '"', '\\', 'a"', '","', '%', '\n "a"', '\u2028', "'", ']', 'a b']
      await addExamples(row, [
        { split: 'test' },
        ...oddTags.map((tag) => ({ tags: serializeTags([`<${tag}>`, tag, '!']) })),
      ])
      const find = (filter: ExampleFilter) =>
        stores.examples.list({ ...row, version: 2 }, filter, undefined, 99)
      for (const tag of oddTags) {
        const found = await find({ tags: [tag] })
        expect(
          found.map(({ tags }) => JSON.parse(tags)),
          tag,
        ).toEqual([[`<${tag}>`, tag, '!']])
      }
      expect(await find({ tags: ['!'] })).toHaveLength(oddTags.length)
      expect(await find({ tags: ['a', 'A', 'no such'] })).toHaveLength(2)
      expect(await stores.examples.count({ ...row, version: 2 }, { tags: ['a', 'A'] })).toBe(2)
      expect(await find({ split: 'test' })).toHaveLength(1)
      expect(await find({ excludedSplit: 'test' })).toHaveLength(oddTags.length)
      expect(await find({ split: 'test', excludedSplit: 'test' })).toEqual([])
    })

    it('removing a dataset removes its examples and versions', async () => {
      const [row, other] = [await insertDataset(), await insertDataset()]
      await addExamples(row, [{}])
      await addExamples(other, [{}])
      expect(await stores.datasets.remove(row)).toBe(true)
      expect(await listAtVersion(row, 2)).toEqual([])
      expect(await stores.datasets.listVersions(row, { limit: 9 })).toEqual([])
      expect(await listAtVersion(other, 2)).toHaveLength(1)
    })
  })
}
