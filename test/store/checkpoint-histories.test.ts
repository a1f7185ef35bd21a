/**
 * Random histories of a thread on both databases: every checkpoint that the incremental store returns is compared with a full copy.
 * A history has branches, several executions, state that is rolled back, pruned, packed or copied, and executions that end before their last
 * writes are stored.
 */
import type { Checkpoint, CheckpointTuple } from '@langchain/langgraph-checkpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckpointSaver } from '../../src/engine/executor/checkpoint-saver.js'
import { makeCheckpointStore } from '../../src/store/threads/checkpoints.js'
import { makeThreadCopy } from '../../src/store/threads/copy-thread.js'
import { makeCheckpointPruning } from '../../src/store/threads/prune-checkpoints.js'
import { DATABASE_KINDS, openMigratedDatabase, type MigratedDatabase } from '../support/databases.js'
import { insertRun } from '../support/insert-run.js'
import { makeRandom } from '../support/random.js'
import { rawStatement } from '../support/raw-statement.js'
import { threadRow } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

const TENANT = 'default'
const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)
const EXECUTIONS = 25
const STEPS = 12
/** The last executions are neither pruned nor rolled back, so that there is something to compare. */
const KEPT_EXECUTIONS = 8
const SINGLE_READS = 12

const makeChoices = (random: () => number) => ({
  /** Both limits are included. */
  integer: (min: number, max: number): number => min + Math.floor(random() * (max - min + 1)),
  pick: <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!,
})
type Choices = ReturnType<typeof makeChoices>

interface State {
  messages: { id: number; content: string }[]
  files: Record<string, string>
  step: number
}

interface SavedCheckpoint {
  id: string
  run: string
  state: State
  /** The pending writes, by task and index. */
  writes: Record<string, unknown>
  versions: Record<string, number>
}

/** A state after the next step: lists grow, shrink and change, files are written and removed. */
const changeState = (state: State, random: Choices): State => {
  const content = random.pick(['weft ', 'warp 😀 ', '"heddle"\n']).repeat(random.integer(1, 150))
  const added = { id: random.integer(0, 1_000_000), content }
  const { messages, files } = state
  const index = random.integer(0, Math.max(0, messages.length - 1))
  const changedMessages = random.pick([
    [...messages, added],
    [...messages, added],
    [...messages, added, { ...added, id: 0 }],
    messages.toSpliced(index, 1, added),
    messages.toSpliced(index, 2),
    [...messages.slice(1), added],
    messages,
  ])
  const name = `file-${String(random.integer(0, 20))}`
  const changedFiles = random.pick([{ ...files, [name]: content }, files])
  return { messages: changedMessages, files: changedFiles, step: state.step + 1 }
}

for (const databaseKind of DATABASE_KINDS) {
  describe(`a random history on ${databaseKind}`, () => {
    let opened: MigratedDatabase
    beforeAll(async () => {
      opened = await openMigratedDatabase(databaseKind)
    })
    afterAll(() => opened.close())

    const makeHistory = (thread_id: string, random: Choices) => {
      const { db } = opened
      const store = makeCheckpointStore(db)
      const stores = makeStores(db)
      const saved: SavedCheckpoint[] = []
      const runs = new Set<string>()
      const packedRuns = new Set<string>()
      let lastId = 0

      const makeSaver = (runId: string, isStored: () => boolean) => {
        const access = {
          runId,
          find: (query: Parameters<typeof store.find>[1]) => store.find(TENANT, query),
          store: async (rows: object) => {
            const empty = { checkpoints: [], values: [], writes: [] }
            if (isStored()) await db.write(store.insertStatements(TENANT, { ...empty, ...rows }))
          },
        }
        return new CheckpointSaver(() => access)
      }

      const toConfig = (checkpoint_id?: string) => ({
        configurable: { thread_id, checkpoint_ns: '', ...(checkpoint_id !== undefined && { checkpoint_id }) },
      })

      const insertEndedRun = async (run_id: string): Promise<void> => {
        const thread = stores.threads.insertStatement(threadRow({ tenant_id: TENANT, thread_id }))
        if (runs.size === 0) await db.write([thread])
        if (!runs.has(run_id)) await insertRun(stores, { tenant_id: TENANT, thread_id, run_id })
        runs.add(run_id)
        await db.write([
          rawStatement(`update runs set status = 'completed' where run_id = '${run_id}'`),
          rawStatement(`update threads set status = 'idle' where thread_id = '${thread_id}'`),
        ])
      }

      /** Adds writes to any checkpoint, which may be packed. Those of the reserved channel replace others. */
      const addWrites = async (): Promise<void> => {
        const checkpoint = random.pick(saved)
        const task = `task-${String(random.integer(0, 2))}`
        const value = { n: random.integer(0, 1_000_000) }
        const isReserved = random.integer(0, 1) === 0
        const channel = isReserved ? '__error__' : 'messages'
        await makeSaver('writer', () => true).putWrites(toConfig(checkpoint.id), [[channel, value]], task)
        const key = `${task} ${isReserved ? '-1' : '0'}`
        if (isReserved || !(key in checkpoint.writes)) checkpoint.writes[key] = [task, channel, value]
      }

      /** Packs a run, or is killed before the commit. */
      const pack = async (run_id: string): Promise<void> => {
        const statements = (await stores.checkpointPacking.buildStatements({ tenant_id: TENANT, run_id }))!
        const isKilled = random.integer(0, 3) === 0
        if (isKilled)
          await expect(db.write([...statements, rawStatement('select missing')])).rejects.toThrow()
        else await db.write(statements)
        packedRuns.add(run_id)
        if (random.integer(0, 1) === 0)
          await stores.valuePacking.packThreadOfRun({ tenant_id: TENANT, run_id })
      }

      /** Packs all versions that can be packed, and returns the number of rows before and after it. */
      const packValues = async (): Promise<{ before: number; after: number }> => {
        const countRows = async (): Promise<number> =>
          (
            await db.read(
              rawStatement(`select version from checkpoint_values where thread_id = '${thread_id}'`),
            )
          ).length
        const before = await countRows()
        const [run_id = ''] = runs
        while (!(await stores.valuePacking.packThreadOfRun({ tenant_id: TENANT, run_id })));
        return { before, after: await countRows() }
      }

      const packSome = async (): Promise<void> => {
        for (const run of new Set(saved.map((checkpoint) => checkpoint.run)))
          if (random.integer(0, 2) === 0) await pack(run)
      }

      /** Starts from the newest checkpoint or from any other one, and dies at some step. */
      const execute = async (newRun: string): Promise<void> => {
        // A run that has waited continues, although the state was changed in between.
        const waiting = saved.map((checkpoint) => checkpoint.run).filter((id) => !packedRuns.has(id))
        const run = waiting.length > 0 && random.integer(0, 5) === 0 ? random.pick(waiting) : newRun
        await insertEndedRun(run)
        const parent = saved.length > 0 && random.integer(0, 4) === 0 ? random.pick(saved) : saved.at(-1)
        const steps = random.integer(1, STEPS)
        const storedSteps = random.integer(0, 3) === 0 ? random.integer(0, steps) : steps
        let step = 0
        const saver = makeSaver(run, () => step < storedSteps)
        const loaded = parent && (await saver.getTuple(toConfig(parent.id)))
        let state = (loaded?.checkpoint.channel_values as State | undefined) ?? {
          messages: [],
          files: {},
          step: 0,
        }
        let versions = (loaded?.checkpoint.channel_versions ?? {}) as Record<string, number>
        let parentId = parent?.id
        for (; step < steps; step++) {
          const next = changeState(state, random)
          const changed = (['messages', 'files', 'step'] as const).filter(
            (name) => parentId === undefined || next[name] !== state[name],
          )
          const newVersions = Object.fromEntries(
            changed.map((name) => [name, saver.getNextVersion(versions[name])]),
          )
          versions = { ...versions, ...newVersions }
          const id = `1f000000-0000-6000-8000-${String(++lastId).padStart(12, '0')}`
          const checkpoint: Checkpoint = {
            v: 4,
            id,
            ts: new Date(0).toISOString(),
            channel_values: { ...next },
            channel_versions: versions,
            versions_seen: {},
          }
          await saver.put(toConfig(parentId), checkpoint, { source: 'loop', step, parents: {} }, newVersions)
          if (step < storedSteps) saved.push({ id, run, state: structuredClone(next), versions, writes: {} })
          state = next
          parentId = id
        }
      }

      const rollBack = async (run: string): Promise<void> => {
        await db.write(store.removeOfRunStatements({ tenant_id: TENANT, thread_id, run_id: run }))
        saved.splice(0, saved.length, ...saved.filter((checkpoint) => checkpoint.run !== run))
      }

      const prune = async (): Promise<void> => {
        const key = { tenant_id: TENANT, thread_id }
        const statements = await makeCheckpointPruning(db).buildStatements(key, false)
        // The rows that are removed or kept can be packed before the statements are executed.
        if (random.integer(0, 1) === 0 && saved.length > 0)
          await stores.valuePacking.packThreadOfRun({ tenant_id: TENANT, run_id: saved.at(-1)!.run })
        await db.write(statements)
        saved.splice(0, saved.length - 1)
      }

      const copyTo = async (to: string): Promise<void> => {
        await db.write(makeThreadCopy(db).buildStatements({ tenant_id: TENANT, from: thread_id, to }))
      }

      const reader = makeSaver('reader', () => false)
      const toComparable = ({ checkpoint, pendingWrites = [] }: CheckpointTuple) => [
        checkpoint.channel_values,
        pendingWrites.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      ]

      const readStates = async (id = thread_id): Promise<Record<string, unknown>> => {
        const states: Record<string, unknown> = {}
        for await (const tuple of reader.list({ configurable: { thread_id: id } }))
          states[tuple.checkpoint.id] = toComparable(tuple)
        return states
      }

      const getExpectedStates = (): Record<string, unknown> =>
        Object.fromEntries(
          saved.map(({ id, state, writes }) => [
            id,
            [state, Object.values(writes).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))],
          ]),
        )

      /** Reads some of the checkpoints by their IDs, and the pages before them. */
      const expectSingleReads = async (): Promise<void> => {
        const expected = getExpectedStates()
        const newestFirst = saved
          .map(({ id }) => id)
          .toSorted()
          .toReversed()
        for (let read = 0; read < SINGLE_READS; read++) {
          const index = random.integer(0, newestFirst.length - 1)
          const id = newestFirst[index]!
          const tuple = await reader.getTuple(toConfig(id))
          expect(tuple && toComparable(tuple)).toEqual(expected[id])
          const page: string[] = []
          const options = { before: toConfig(id), limit: random.integer(1, 5) }
          for await (const { checkpoint } of reader.list(toConfig(), options)) page.push(checkpoint.id)
          expect(page).toEqual(newestFirst.slice(index + 1, index + 1 + options.limit))
        }
        const [newest] = newestFirst
        expect((await store.findLatest({ tenant_id: TENANT, thread_id }))?.row.checkpoint_id).toBe(newest)
        expect(await reader.getTuple(toConfig('1f000000-0000-6000-8000-000000000000'))).toBeUndefined()
      }

      return {
        saved,
        execute,
        addWrites,
        packSome,
        packValues,
        rollBack,
        prune,
        copyTo,
        readStates,
        getExpectedStates,
        expectSingleReads,
      }
    }

    it('every checkpoint equals its full copy', async () => {
      const random = makeChoices(makeRandom(SEED))
      const history = makeHistory('history', random)
      for (let execution = 0; execution < EXECUTIONS; execution++) {
        await history.execute(`run-${String(execution)}`)
        if (execution > EXECUTIONS - KEPT_EXECUTIONS || history.saved.length === 0) continue
        const action = random.integer(0, 8)
        if (action === 0) await history.prune()
        if (action === 1) await history.rollBack(random.pick(history.saved).run)
        if (action > 1 && action < 5) await history.packSome()
        if (action > 3) for (let count = 0; count < 4; count++) await history.addWrites()
      }
      await history.packSome()
      for (let count = 0; count < 20; count++) await history.addWrites()
      const expected = history.getExpectedStates()
      expect(Object.keys(expected).length).toBeGreaterThan(20)
      expect(await history.readStates()).toEqual(expected)
      await history.expectSingleReads()
      for (const table of ['checkpoints', 'checkpoint_values']) {
        const packed = await opened.db.read(
          rawStatement(`select 1 from ${table} where thread_id = 'history' and packed is not null`),
        )
        expect(packed.length).toBeGreaterThan(0)
      }
      await history.copyTo('copy')
      expect(await history.readStates('copy')).toEqual(expected)
      await history.prune()
      expect(await history.readStates()).toEqual(history.getExpectedStates())
      expect(await history.readStates('copy')).toEqual(expected)
    })

    it('a long history takes a small part of what full copies would take, and is read the same when it is packed', async () => {
      const { db } = opened
      const random = makeChoices(makeRandom(SEED))
      const history = makeHistory('conversation', random)
      while (history.saved.length < 150) await history.execute(`long-run-${String(history.saved.length)}`)
      const sum = await db.read<{ bytes: number }>({
        sql: "select sum(length(value)) as bytes from checkpoint_values where thread_id = 'conversation'",
        params: [],
        requiresRow: false,
      })
      const whole = history.saved.reduce((total, { state }) => total + JSON.stringify(state).length, 0)
      expect(Number(sum[0]?.bytes)).toBeLessThan(whole / 5)
      expect(await history.readStates()).toEqual(history.getExpectedStates())
      // Most versions are now in the rows of later ones, with those of other branches.
      const { before, after } = await history.packValues()
      expect(after).toBeLessThan(before / 2)
      expect(await history.readStates()).toEqual(history.getExpectedStates())
      await history.expectSingleReads()
    })
  })
}
