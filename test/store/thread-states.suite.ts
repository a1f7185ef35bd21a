import { describe, expect, it } from 'vitest'
import { ThreadValues } from '../../src/engine/executor/thread-values.js'
import { newId } from '../../src/platform/ids.js'
import { makePurgeTaskStore } from '../../src/store/retention/purge-tasks.js'
import { makeThreadSearch, type ThreadFilter } from '../../src/store/threads/search.js'
import { divideState } from '../../src/store/threads/state-members.js'
import { insertRun } from '../support/insert-run.js'
import { T0, threadRow } from '../support/rows.js'
import type { Stores } from '../support/stores.js'

interface ThreadKey {
  tenant_id: string
  thread_id: string
}

const LONG_TEXT = 'long text '.repeat(300)

/** A state in the row of the thread and a reference to the same state must not differ for a client. */
export const describeThreadStates = (stores: Stores): void => {
  describe('states of threads', () => {
    const addVersion = async (key: ThreadKey, text: string): Promise<string> => {
      const values = new ThreadValues(key.thread_id)
      const version = values.add(text)!
      await stores.db.write(stores.threadValues.insertStatements(key, values.takeRows()))
      return version
    }
    const toReference = async (key: ThreadKey, values: unknown) => {
      const { members, omitted } = divideState(values)
      const state_version = await addVersion(key, JSON.stringify(values))
      return { state_values: members, state_version, state_omitted: omitted }
    }
    const insertThread = async (
      tenant_id: string,
      title: string,
      values: unknown,
      isReference: boolean,
      updated_at = T0,
    ) => {
      const row = threadRow({ tenant_id, title, updated_at })
      const state = isReference
        ? await toReference(row, values)
        : { state_values: JSON.stringify(values), state_version: null, state_omitted: null }
      await stores.threads.insert({ ...row, ...state })
      return { ...row, ...state }
    }
    const expand = async (key: ThreadKey) => {
      const row = await stores.threads.get(key)
      return row && (await stores.threads.expandState(row))
    }

    it('a search finds the same threads, pages and numbers for states in the row and for references', async () => {
      const search = makeThreadSearch(stores.db)
      const states: Record<string, unknown> = {
        ada: { user: 'ada', tags: ['a', 'b'], text: LONG_TEXT, messages: [{ id: 1 }, { id: 2 }] },
        bob: { user: 'bob', tags: ['b'], text: LONG_TEXT, messages: [{ id: 2 }] },
        long: { user: LONG_TEXT, tags: null, text: 'short' },
        list: [LONG_TEXT, { user: 'ada' }],
        string: LONG_TEXT,
      }
      const tenants = { row: newId(), reference: newId() }
      for (const [kind, tenant_id] of Object.entries(tenants))
        for (const [index, [title, values]] of Object.entries(states).entries())
          await insertThread(tenant_id, title, values, kind === 'reference', T0 + index)
      const findTitles = async (tenant: string, filter: ThreadFilter, limit = 10, offset = 0) => {
        const page = { sort: 'updated_at', order: 'desc', limit, offset } as const
        const rows = await search.search(tenant, filter, page)
        for (const row of rows) expect(JSON.parse(row.state_values ?? '')).toEqual(states[row.title ?? ''])
        return rows.map(({ title }) => title)
      }
      const expected: [filter: object, titles: string[]][] = [
        [{}, ['long', 'bob', 'ada']],
        [{ user: 'ada' }, ['ada']],
        [{ tags: ['b'] }, ['bob', 'ada']],
        [{ text: LONG_TEXT }, ['bob', 'ada']],
        [{ text: LONG_TEXT, user: 'bob' }, ['bob']],
        [{ messages: [{ id: 2 }] }, ['bob', 'ada']],
        [{ messages: [{ id: 1 }], tags: ['b'] }, ['ada']],
        [{ messages: [{ id: 3 }] }, []],
        [{ user: LONG_TEXT }, ['long']],
        [{ tags: null }, ['long']],
        [{ missing: 1 }, []],
      ]
      for (const tenant of Object.values(tenants)) {
        for (const [filter, titles] of expected) {
          const values = JSON.stringify(filter)
          expect([values, await findTitles(tenant, { values })]).toEqual([values, titles])
          expect(await search.count(tenant, { values })).toBe(titles.length)
        }
        const values = JSON.stringify({ messages: [{ id: 2 }] })
        expect(await findTitles(tenant, { values }, 1, 1)).toEqual(['ada'])
        // One row more than the page says that another page follows.
        expect(await findTitles(tenant, { values }, 1, 0)).toEqual(['bob', 'ada'])
        expect(await findTitles(tenant, { values, status: 'busy' })).toEqual([])
        expect(await findTitles(tenant, {})).toEqual(['string', 'list', 'long', 'bob', 'ada'])
        const page = { sort: 'thread_id', order: 'asc', limit: 10, offset: 0 } as const
        const [withoutState] = await search.search(tenant, { values }, page, false)
        expect(withoutState?.state_values).toBeNull()
      }
    })

    it('a state whose versions are purged is stored in the row again', async () => {
      const values = { user: 'ada', text: LONG_TEXT }
      const row = await insertThread(newId(), 'purged', values, true)
      const task = { tenant_id: row.tenant_id, resource: 'threads', resource_id: row.thread_id } as const
      await makePurgeTaskStore(stores.db).pruneHistory(task, [])
      await expect(stores.threadValues.findLatest(row)).resolves.toBeUndefined()
      const purged = { state_values: JSON.stringify(values), state_version: null, state_omitted: null }
      await expect(stores.threads.get(row)).resolves.toMatchObject(purged)
      // A request that has read the row before reads the state of the row as it is now.
      await expect(stores.threads.expandState(row)).resolves.toMatchObject(purged)
    })

    it('the versions stay if the thread has runs', async () => {
      const row = await insertThread(newId(), 'used', { text: LONG_TEXT }, true)
      await insertRun(stores, { tenant_id: row.tenant_id, thread_id: row.thread_id })
      const task = { tenant_id: row.tenant_id, resource: 'threads', resource_id: row.thread_id } as const
      await makePurgeTaskStore(stores.db).pruneHistory(task, [])
      const { state_version } = row
      await expect(stores.threads.get(row)).resolves.toMatchObject({ state_version })
      await expect(expand(row)).resolves.toMatchObject({ state_values: JSON.stringify({ text: LONG_TEXT }) })
    })

    it('a version that is missing is an error, and a thread that was deleted has no state', async () => {
      const row = await insertThread(newId(), 'damaged', { text: LONG_TEXT }, true)
      await stores.db.write([stores.threadValues.removeStatement(row)])
      await expect(stores.threads.expandState(row)).rejects.toThrow(/is missing/)
      await stores.threads.remove(row)
      await expect(stores.threads.expandState(row)).resolves.toMatchObject({ state_values: null })
    })

    it('a state of an older version is replaced when a run of its thread is packed', async () => {
      const values = { user: 'ada', text: LONG_TEXT }
      const insertOld = async (version: unknown) => {
        const row = await insertThread(newId(), 'old', values, false)
        await addVersion(row, JSON.stringify(version))
        const run = await insertRun(stores, { tenant_id: row.tenant_id, thread_id: row.thread_id })
        await stores.valuePacking.packThreadOfRun(run)
        await expect(expand(row)).resolves.toMatchObject({ state_values: row.state_values })
        return stores.threads.get(row)
      }
      await expect(insertOld(values)).resolves.toMatchObject({
        state_values: '{"user":"ada"}',
        state_omitted: '["text"]',
      })
      // The newest output is not always the state.
      await expect(insertOld({ ...values, __interrupt__: [] })).resolves.toMatchObject({
        state_version: null,
      })
    })
  })
}
