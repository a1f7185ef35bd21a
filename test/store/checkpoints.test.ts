/** LangGraph's validation suite for checkpoint savers on both databases, and tests of what it does not cover. */
import { MemorySaver, StateGraph, Annotation, START, END, interrupt, Command } from '@langchain/langgraph'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { CheckpointSaver, type CheckpointAccess } from '../../src/engine/executor/checkpoint-saver.js'
import { newId } from '../../src/platform/ids.js'
import { makeCheckpointStore, type CheckpointStore } from '../../src/store/threads/checkpoints.js'
import type { Database } from '../../src/store/sql/database.js'
import { DATABASE_KINDS, openMigratedDatabase, type MigratedDatabase } from '../support/databases.js'

// The validation suite expects the functions of the test runner to be global.
Object.assign(globalThis, { describe, it, test, expect, beforeAll, beforeEach, afterAll, afterEach })
const { validate, deltaChannelHistoryTests } = await import('@langchain/langgraph-checkpoint-validation')

const TENANT = 'default'

const makeSaver = (db: Database, store: CheckpointStore = makeCheckpointStore(db), tenant = TENANT) => {
  const access: CheckpointAccess = {
    runId: null,
    find: (query) => store.find(tenant, query),
    store: async (rows) => {
      await db.write(store.insertStatements(tenant, { checkpoints: [], values: [], writes: [], ...rows }))
    },
    removeThread: async (thread_id) => {
      await db.write(store.removeStatements({ tenant_id: tenant, thread_id }))
    },
  }
  // The saver stores changes against what it knows of the same access.
  return new CheckpointSaver(() => access)
}

for (const databaseKind of DATABASE_KINDS) {
  describe(`LangGraph's checkpoint suite on ${databaseKind}`, () => {
    let openedDatabase: MigratedDatabase
    beforeAll(async () => {
      openedDatabase = await openMigratedDatabase(databaseKind)
    })
    afterAll(() => openedDatabase.close())
    const initializer = {
      checkpointerName: `Heddle on ${databaseKind}`,
      // The suite expects an empty store for most of its tests. A new tenant has one, and is cheaper than a new database.
      createCheckpointer: () => makeSaver(openedDatabase.db, makeCheckpointStore(openedDatabase.db), newId()),
    }
    validate(initializer)
    deltaChannelHistoryTests(initializer)
  })

  describe(`a graph with Heddle's checkpoint saver on ${databaseKind}`, () => {
    let openedDatabase: MigratedDatabase
    beforeAll(async () => {
      openedDatabase = await openMigratedDatabase(databaseKind)
    })
    afterAll(() => openedDatabase.close())

    const State = Annotation.Root({
      text: Annotation<string>,
      notes: Annotation<string[]>({ reducer: (old, added) => [...old, ...added], default: () => [] }),
    })
    const graph = () =>
      new StateGraph(State)
        .addNode('grow', ({ text }) => ({ notes: [text.repeat(500)] }))
        .addNode('ask', () => ({ notes: [interrupt<string, string>('more?')] }))
        .addEdge(START, 'grow')
        .addEdge('grow', 'ask')
        .addEdge('ask', END)

    it('the saver stores values, interrupts and resume values exactly as the memory saver does', async () => {
      const heddleGraph = graph().compile({ checkpointer: makeSaver(openedDatabase.db) })
      const memoryGraph = graph().compile({ checkpointer: new MemorySaver() })
      for (const compiled of [heddleGraph, memoryGraph]) {
        const config = { configurable: { thread_id: `t-${databaseKind}` } }
        await compiled.invoke({ text: 'abc "\\u0000\u2028 \ud83d\ude00' }, config)
        await compiled.invoke(new Command({ resume: 'yes' }), config)
      }
      const listStates = async (compiled: typeof heddleGraph) => {
        const states = []
        for await (const state of compiled.getStateHistory({
          configurable: { thread_id: `t-${databaseKind}` },
        }))
          states.push({ values: state.values, next: state.next, metadata: state.metadata })
        return states
      }
      expect(await listStates(heddleGraph)).toEqual(await listStates(memoryGraph))
      expect((await listStates(heddleGraph)).length).toBeGreaterThan(3)
    })

    it('a large value is stored once, however many steps it lives through', async () => {
      const store = makeCheckpointStore(openedDatabase.db)
      const compiled = graph().compile({ checkpointer: makeSaver(openedDatabase.db, store) })
      const config = { configurable: { thread_id: `large-${databaseKind}` } }
      await compiled.invoke({ text: 'abcdefgh' }, config)
      await compiled.invoke(new Command({ resume: 'x'.repeat(10) }), config)
      const found = await store.find(TENANT, { thread_id: `large-${databaseKind}`, limit: 50 })
      const large = found.flatMap(({ values }) => values?.map(({ value }) => value))
      expect(large.length).toBeGreaterThan(1)
      for (const { row } of found) expect(row.checkpoint.length).toBeLessThan(3_000)
    })

    it('the values of two branches of a thread are kept apart', async () => {
      const compiled = graph().compile({ checkpointer: makeSaver(openedDatabase.db) })
      const config = { configurable: { thread_id: `fork-${databaseKind}` } }
      await compiled.invoke({ text: 'first '.repeat(300) }, config)
      const history = []
      for await (const state of compiled.getStateHistory(config)) history.push(state)
      const beginning = history.find(({ next }) => next.includes('grow'))!
      const forked = await compiled.updateState(beginning.config, { text: 'second '.repeat(300) })
      await compiled.invoke(null, forked)
      const newest = await compiled.getState(config)
      expect(newest.values.notes[0]).toBe('second '.repeat(300).repeat(500))
      const old = await compiled.getState(history[0]!.config)
      expect(old.values.notes[0]).toBe('first '.repeat(300).repeat(500))
    })
  })
}
