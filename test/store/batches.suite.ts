import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/store/sql/database.js'
import { requireRow } from '../../src/store/sql/statement.js'
import { openMigratedDatabase, type DatabaseKind, type MigratedDatabase } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'

const NOTES = {
  version: 1,
  name: '0001-notes',
  sql: 'create table notes (id text primary key, label text unique, size bigint)',
}

const insert = (id: string, label = id) =>
  rawStatement<{ id: string }>(`insert into notes values ('${id}', '${label}', 1) returning id`)
const find = (id: string) => rawStatement<{ id: string }>(`select id from notes where id = '${id}'`)
const remove = (id: string) =>
  rawStatement<{ id: string }>(`delete from notes where id = '${id}' returning id`)

const listStoredIds = async (db: Database): Promise<string[]> =>
  (await db.read(rawStatement<{ id: string }>('select id from notes order by id'))).map(({ id }) => id)

export const describeBatches = (databaseKind: DatabaseKind): void => {
  describe('batches', () => {
    let store: MigratedDatabase
    let db: Database
    beforeAll(async () => {
      store = await openMigratedDatabase(databaseKind, [NOTES])
      db = store.db
    })
    afterAll(() => store.close())
    beforeEach(() => db.write([rawStatement('delete from notes')]))

    it('a batch returns the rows of each of its statements', async () => {
      await expect(db.write([insert('a'), insert('b'), find('a'), find('z')])).resolves.toEqual([
        [{ id: 'a' }],
        [{ id: 'b' }],
        [{ id: 'a' }],
        [],
      ])
    })

    it('a batch without statements does nothing', async () => {
      await expect(db.write([])).resolves.toEqual([])
    })

    it('a batch is rolled back as a whole when a later statement fails', async () => {
      await expect(db.write([insert('a'), insert('b'), insert('a')])).rejects.toThrow()
      await expect(listStoredIds(db)).resolves.toEqual([])
    })

    it('a batch is rolled back as a whole when an earlier statement fails', async () => {
      await db.write([insert('a')])
      await expect(db.write([insert('a'), insert('b')])).rejects.toThrow()
      await expect(listStoredIds(db)).resolves.toEqual(['a'])
    })

    it('a batch resolves to undefined and is rolled back when a statement that requires a row returns none', async () => {
      await expect(db.write([requireRow(remove('z')), insert('a')])).resolves.toBeUndefined()
      await expect(db.write([insert('a'), requireRow(remove('z'))])).resolves.toBeUndefined()
      await expect(db.write([insert('a'), requireRow(remove('z')), insert('b')])).resolves.toBeUndefined()
      await expect(db.write([requireRow(remove('z'))])).resolves.toBeUndefined()
      await expect(listStoredIds(db)).resolves.toEqual([])
    })

    it('a batch is stored when all statements that require a row return one', async () => {
      await expect(
        db.write([requireRow(insert('a')), requireRow(remove('a')), insert('b')]),
      ).resolves.toHaveLength(3)
      await expect(listStoredIds(db)).resolves.toEqual(['b'])
    })

    it('a batch fails when a statement fails, whatever its required rows are', async () => {
      await expect(db.write([requireRow(remove('z')), insert('a'), insert('a')])).resolves.toBeUndefined()
      await expect(db.write([requireRow(insert('a')), insert('a')])).rejects.toThrow()
      await expect(listStoredIds(db)).resolves.toEqual([])
    })

    it('a batch can use a statement that was first sent in a batch that never reached it', async () => {
      const later = (size: number) => rawStatement(`update notes set size = ${String(size)} returning size`)
      await db.write([requireRow(find('z')), later(1)])
      await db.write([insert('a')])
      await expect(db.write([insert('a'), later(2)])).rejects.toThrow()
      await expect(db.write([find('a'), later(1)])).resolves.toEqual([[{ id: 'a' }], [{ size: 1 }]])
      await expect(db.write([find('a'), later(2)])).resolves.toEqual([[{ id: 'a' }], [{ size: 2 }]])
    })

    it('a batch that fails or is rejected does not affect concurrent batches', async () => {
      await db.write([insert('taken')])
      const numbers = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
      const outcomes = await Promise.allSettled(
        numbers.map((n, index) => {
          if (index % 3 === 1) return db.write([insert(n), insert('taken')])
          if (index % 3 === 2) return db.write([insert(n), requireRow(find('nothing'))])
          return db.write([insert(n), requireRow(find(n))])
        }),
      )
      const summary = outcomes.map((o) =>
        o.status === 'rejected' ? 'failed' : (o.value?.length ?? 'rejected'),
      )
      expect(summary).toEqual(numbers.map((_, index) => [2, 'failed', 'rejected'][index % 3]))
      await expect(listStoredIds(db)).resolves.toEqual([
        ...numbers.filter((_, index) => index % 3 === 0),
        'taken',
      ])
    })

    it('a batch that violates a primary key or a unique column is a conflict', async () => {
      await db.write([insert('a', 'label of a')])
      await expect(db.write([insert('a', 'other')])).rejects.toMatchObject({ code: 'resource_conflict' })
      await expect(db.write([insert('b', 'label of a')])).rejects.toMatchObject({ code: 'resource_conflict' })
      await expect(db.write([insert('c'), insert('a', 'other')])).rejects.toMatchObject({
        name: 'AppError',
        code: 'resource_conflict',
      })
    })

    it('a batch with an invalid statement fails without an error code, and the next batch works', async () => {
      const nonsense = rawStatement('insert into no_such_table values (1)')
      for (const batch of [[nonsense], [insert('a'), nonsense], [nonsense]]) {
        await expect(db.write(batch)).rejects.not.toHaveProperty('name', 'AppError')
      }
      await expect(db.write([insert('a')])).resolves.toEqual([[{ id: 'a' }]])
    })

    it('a batch is visible to every read that starts after it has resolved', async () => {
      const chain = async (name: string): Promise<void> => {
        for (let step = 0; step < 25; step++) {
          const id = `${name}-${String(step)}`
          await db.write([insert(id)])
          expect(await db.read(find(id))).toEqual([{ id }])
        }
      }
      await Promise.all(['a', 'b', 'c', 'd'].map(chain))
    })

    it('a read never sees a part of a batch', async () => {
      const both = rawStatement<{ count: number }>(
        "select count(*) as count from notes where id in ('left', 'right')",
      )
      for (let round = 0; round < 20; round++) {
        const writing = db.write([insert('left'), insert('right')])
        const reads = await Promise.all([db.read(both), db.read(both), db.read(both)])
        for (const [row] of reads) expect([0, 2]).toContain(row?.count)
        await writing
        await db.write([remove('left'), remove('right')])
      }
    })
  })
}
