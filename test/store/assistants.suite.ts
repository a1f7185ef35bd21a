import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/ids.js'
import { makeAssistantSearch } from '../../src/store/assistants/search.js'
import { collectPages } from '../support/pagination.js'
import { assistantRow, runRow, T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

export const describeAssistants = (stores: Stores): void => {
  describe('assistants', () => {
    const insertAssistant = async (overrides = {}) => {
      const row = assistantRow({ tenant_id: newId(), ...overrides })
      await stores.assistants.insert(row)
      return row
    }

    it('an assistant and its first version are read as they were inserted', async () => {
      const row = await insertAssistant({ description: 'Answers', updated_at: T0 + 5 })
      await expect(stores.assistants.get(row)).resolves.toEqual(row)
      const { last_version: _, revision: __, updated_at: ___, ...version } = row
      await expect(stores.assistants.getVersion(row, 1)).resolves.toEqual({ ...version, created_at: T0 + 5 })
      await expect(stores.assistants.getVersion(row, 2)).resolves.toBeUndefined()
    })

    it('an assistant is found by its exact name, and only by its tenant', async () => {
      const row = await insertAssistant({ name: 'Desk' })
      const { tenant_id } = row
      await insertAssistant({ tenant_id, name: 'Desk 2' })
      await expect(stores.assistants.findByName(tenant_id, 'Desk')).resolves.toEqual([row])
      await expect(stores.assistants.findByName(tenant_id, 'desk')).resolves.toEqual([])
      await expect(stores.assistants.findByName(newId(), 'Desk')).resolves.toEqual([])
      await Promise.all([1, 2].map(() => insertAssistant({ tenant_id, name: 'Desk' })))
      await expect(stores.assistants.findByName(tenant_id, 'Desk')).resolves.toHaveLength(2)
    })

    it('the versions of an assistant are searched by their metadata, newest first', async () => {
      const row = await insertAssistant({ metadata: '{"team":{"name":"blue","size":3}}' })
      const metadata = '{"team":{"name":"red"},"owner":"ada"}'
      for (const version of [2, 3])
        await stores.assistants.replace(
          { ...row, metadata, version, last_version: version, revision: version },
          version - 1,
          true,
        )
      const { searchVersions } = makeAssistantSearch(stores.db)
      const search = async (filter: Parameters<typeof searchVersions>[1], limit = 9, offset = 0) =>
        (await searchVersions(row, filter, { limit, offset })).map(({ version }) => version)
      expect(await search({})).toEqual([3, 2, 1])
      expect(await search({}, 1, 1)).toEqual([2])
      expect(await search({ metadata: '{"team":{"name":"blue"}}' })).toEqual([1])
      expect(await search({ metadata: '{"team":{"name":"red"}}', authFilter: '{"owner":"ada"}' })).toEqual([
        3, 2,
      ])
      expect(await search({ authFilter: '{"owner":"grace"}' })).toEqual([])
      expect(await search({ metadata: '{"team":{"name":"red"}}' }, 9, 2)).toEqual([])
    })

    it('an assistant that does not exist is not found', async () => {
      await expect(stores.assistants.get(assistantRow())).resolves.toBeUndefined()
      await expect(stores.assistants.getVersion(assistantRow(), 1)).resolves.toBeUndefined()
      await expect(stores.assistants.listVersions(assistantRow(), { limit: 5 })).resolves.toEqual([])
    })

    it('inserting an assistant with an existing ID is a conflict and changes nothing', async () => {
      const row = await insertAssistant()
      await expect(stores.assistants.insert({ ...row, name: 'Other' })).rejects.toMatchObject({
        code: 'resource_conflict',
      })
      await expect(stores.assistants.get(row)).resolves.toEqual(row)
    })

    it('repeated inserts-if-absent of an assistant store it once', async () => {
      const row = assistantRow({ tenant_id: newId() })
      await expect(stores.assistants.insertIfAbsent(row)).resolves.toBe(true)
      const others = Array.from({ length: 5 }, () =>
        stores.assistants.insertIfAbsent({ ...row, name: 'Other' }),
      )
      await expect(Promise.all(others)).resolves.toEqual([false, false, false, false, false])
      await expect(stores.assistants.get(row)).resolves.toEqual(row)
      await expect(stores.assistants.listVersions(row, { limit: 5 })).resolves.toHaveLength(1)
    })

    it('of many concurrent inserts-if-absent of an assistant one succeeds', async () => {
      const row = assistantRow({ tenant_id: newId() })
      const tries = Array.from({ length: 10 }, (_, n) =>
        stores.assistants.insertIfAbsent({ ...row, name: `Try ${String(n)}` }),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
      await expect(stores.assistants.listVersions(row, { limit: 5 })).resolves.toHaveLength(1)
    })

    it('an assistant is inserted together with its extra statements or not at all', async () => {
      const row = assistantRow({ tenant_id: newId() })
      const extraThread = threadRow({ tenant_id: row.tenant_id })
      await expect(
        stores.assistants.insertIfAbsent(row, stores.threads.insertStatement(extraThread)),
      ).resolves.toBe(true)
      await expect(stores.threads.get(extraThread)).resolves.toBeDefined()

      const other = threadRow({ tenant_id: row.tenant_id })
      await expect(
        stores.assistants.insertIfAbsent(row, stores.threads.insertStatement(other)),
      ).resolves.toBe(false)
      await expect(stores.threads.get(other)).resolves.toBeUndefined()

      const third = assistantRow({ tenant_id: row.tenant_id })
      await expect(
        stores.assistants.insert(third, stores.threads.insertStatement(extraThread)),
      ).rejects.toMatchObject({ code: 'resource_conflict' })
      await expect(stores.assistants.get(third)).resolves.toBeUndefined()
    })

    it('an assistant is replaced if it has not changed since it was read', async () => {
      const row = await insertAssistant()
      const changed = {
        ...row,
        name: 'Renamed',
        version: 2,
        last_version: 2,
        revision: 2,
        updated_at: T0 + 9,
      }
      await expect(stores.assistants.replace(changed, 1, true)).resolves.toBe(true)
      await expect(stores.assistants.get(row)).resolves.toEqual(changed)
      await expect(stores.assistants.getVersion(row, 1)).resolves.toMatchObject({ name: row.name })
      await expect(stores.assistants.getVersion(row, 2)).resolves.toMatchObject({
        name: 'Renamed',
        created_at: T0 + 9,
      })
    })

    it('an assistant can point at an older version without a new version', async () => {
      const row = await insertAssistant()
      await stores.assistants.replace({ ...row, version: 2, last_version: 2, revision: 2 }, 1, true)
      await expect(
        stores.assistants.replace({ ...row, last_version: 2, revision: 3 }, 2, false),
      ).resolves.toBe(true)
      await expect(stores.assistants.get(row)).resolves.toMatchObject({ version: 1, last_version: 2 })
      await expect(stores.assistants.listVersions(row, { limit: 5 })).resolves.toHaveLength(2)
    })

    it('an assistant is not replaced if it has changed since it was read', async () => {
      const row = await insertAssistant()
      await stores.assistants.replace({ ...row, name: 'First', revision: 2 }, 1, false)
      const late = { ...row, name: 'Late', version: 2, last_version: 2, revision: 2 }
      await expect(stores.assistants.replace(late, 1, true)).resolves.toBe(false)
      await expect(stores.assistants.replace(late, 1, false)).resolves.toBe(false)
      await expect(stores.assistants.get(row)).resolves.toMatchObject({ name: 'First', version: 1 })
      await expect(stores.assistants.listVersions(row, { limit: 5 })).resolves.toHaveLength(1)
      await expect(stores.assistants.replace(assistantRow(), 1, true)).resolves.toBe(false)
    })

    it('of many concurrent replacements of the same revision one succeeds', async () => {
      const row = await insertAssistant()
      const tries = Array.from({ length: 10 }, (_, n) =>
        stores.assistants.replace(
          { ...row, name: `Try ${String(n)}`, version: 2, last_version: 2, revision: 2 },
          1,
          true,
        ),
      )
      const results = await Promise.all(tries)
      expect(results.filter(Boolean)).toEqual([true])
      await expect(stores.assistants.get(row)).resolves.toMatchObject({
        name: `Try ${String(results.indexOf(true))}`,
      })
    })

    it('the versions of an assistant are listed newest first, page by page', async () => {
      const row = await insertAssistant()
      for (const version of [2, 3, 4, 5]) {
        await stores.assistants.replace(
          { ...row, version, last_version: version, revision: version },
          version - 1,
          true,
        )
      }
      const pages = await collectPages(
        2,
        (page) => stores.assistants.listVersions(row, page),
        ({ version }) => ({ at: version, id: '' }),
      )
      expect(pages.map((page) => page.map(({ version }) => version))).toEqual([[5, 4], [3, 2], [1]])
    })

    it('assistants are listed newest first, page by page, even if many have the same creation time', async () => {
      const tenant_id = newId()
      const rows = [T0, T0, T0, T0, T0 + 1, T0 - 1, T0].map((created_at) =>
        assistantRow({ tenant_id, created_at }),
      )
      for (const row of rows) await stores.assistants.insert(row)
      const newest = rows.sort((a, b) =>
        a.created_at === b.created_at
          ? a.assistant_id < b.assistant_id
            ? 1
            : -1
          : b.created_at - a.created_at,
      )
      for (const limit of [1, 2, 3, 7, 100]) {
        const pages = await collectPages(
          limit,
          (page) => stores.assistants.list(tenant_id, page),
          ({ created_at, assistant_id }) => ({ at: created_at, id: assistant_id }),
        )
        expect(pages.flat()).toEqual(newest)
        expect(pages).toHaveLength(Math.ceil(7 / limit))
      }
    })

    it('an assistant is removed with its versions, and only when no run waits for it', async () => {
      const row = await insertAssistant()
      const { tenant_id, assistant_id } = row
      const keptAssistant = assistantRow({ tenant_id })
      await stores.assistants.insert(keptAssistant)
      const insertRun = async (assistantId: string, status: 'queued' | 'in_progress' | 'requires_action') => {
        const thread = threadRow({ tenant_id })
        const run = runRow({ tenant_id, thread_id: thread.thread_id, assistant_id: assistantId, status })
        await stores.runs.insert(run, {
          mode: 'enqueue',
          precedingStatements: [stores.threads.insertStatement(thread)],
        })
        return run
      }
      const waiting = [
        await insertRun(assistant_id, 'queued'),
        await insertRun(assistant_id, 'requires_action'),
      ]
      await insertRun(assistant_id, 'in_progress')
      await insertRun(keptAssistant.assistant_id, 'queued')

      await expect(stores.runs.listWaiting(row)).resolves.toHaveLength(2)
      for (const run of waiting) {
        await expect(stores.assistants.remove(row)).resolves.toBe(false)
        const ended = { resume: null, completed_at: T0, updated_at: T0 }
        await stores.runs.transition(run, { ...ended, from: [run.status], to: 'cancelled' })
      }
      await expect(stores.assistants.remove(row)).resolves.toBe(true)
      await expect(stores.assistants.get(row)).resolves.toBeUndefined()
      await expect(stores.assistants.listVersions(row, { limit: 5 })).resolves.toEqual([])
      await expect(stores.assistants.get(keptAssistant)).resolves.toEqual(keptAssistant)
      await expect(stores.assistants.remove(row)).resolves.toBe(false)
    })
  })
}
