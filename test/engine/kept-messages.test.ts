/**
 * Random runs of one long conversation, whose messages are kept from run to run: every run must read the same messages as a process that keeps
 * nothing. Nodes change messages in place, also after their run has ended, and runs end before their last checkpoints are stored.
 */
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages'
import type { Checkpoint } from '@langchain/langgraph-checkpoint'
import { expect, it } from 'vitest'
import { CheckpointSaver, type CheckpointAccess } from '../../src/engine/executor/checkpoint-saver.js'
import { makeValueCache, type CachedValues } from '../../src/engine/executor/value-cache.js'
import { makeCheckpointStore } from '../../src/store/threads/checkpoints.js'
import { openMigratedDatabase } from '../support/databases.js'
import { makeRandom } from '../support/random.js'

const TENANT = 'default'
const THREAD = 'conversation'
const RUNS = 60
/** Long enough that the messages are kept. */
const FIRST_MESSAGES = 120
const CHARS = 800

const SEED = Number(process.env['HEDDLE_SEED'] ?? 1)

it('a run reads the same messages as a process that has kept none', async () => {
  const { db, close } = await openMigratedDatabase('sqlite')
  const store = makeCheckpointStore(db)
  const random = makeRandom(SEED)
  const chance = (part: number): boolean => random() < part
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const makeText = (): string => pick(['weft ', 'warp 😀 ', '"heddle"\n']).repeat(CHARS / 5)
  let lastMessage = 0
  const makeMessage = (): BaseMessage => {
    const fields = { id: `message-${String(++lastMessage)}`, content: makeText() }
    return chance(0.5) ? new AIMessage(fields) : new HumanMessage(fields)
  }

  /** As in an executor, false until a node has been executed. */
  let hasRunCode = false
  const makeAccess = (
    runId: string,
    isStored: () => boolean,
    cachedValues?: CachedValues,
  ): CheckpointAccess => ({
    runId,
    hasRunCode: () => hasRunCode,
    ...(cachedValues !== undefined && { cachedValues }),
    find: async (query) => (await store.find(TENANT, query)).map((found) => ({ ...found, values: null })),
    findValues: ({ checkpoint_ns }, versions) =>
      store.readValues({ tenant_id: TENANT, thread_id: THREAD, checkpoint_ns }, versions),
    store: async (rows) => {
      const empty = { checkpoints: [], values: [], writes: [] }
      if (isStored()) await db.write(store.insertStatements(TENANT, { ...empty, ...rows }))
    },
  })

  const config = { configurable: { thread_id: THREAD, checkpoint_ns: '' } }
  const readFresh = async (): Promise<Checkpoint | undefined> =>
    (await new CheckpointSaver(() => makeAccess('reader', () => false)).getTuple(config))?.checkpoint
  const describeMessages = (checkpoint: Checkpoint | undefined) =>
    ((checkpoint?.channel_values['messages'] ?? []) as BaseMessage[]).map((message) => [
      message.constructor,
      JSON.stringify(message),
    ])

  const changeMessage = (message: BaseMessage): void => {
    if (chance(0.5)) message.content = makeText()
    else message.additional_kwargs = { ...message.additional_kwargs, note: { text: makeText() } }
  }
  const changeList = (messages: readonly BaseMessage[]): BaseMessage[] => {
    const index = Math.floor(random() * messages.length)
    if (chance(0.3)) changeMessage(messages[index]!)
    if (chance(0.1)) return messages.toSpliced(index, 1)
    if (chance(0.1)) return messages.toSpliced(index, 1, makeMessage())
    return [...messages, makeMessage()]
  }

  const cachedValues = makeValueCache().forTenant(TENANT)
  let access = makeAccess('', () => true)
  // One saver for all runs, as in an executor thread.
  const saver = new CheckpointSaver(() => access)
  let lastId = 0
  let reused = 0
  let previous: BaseMessage[] = []
  for (let run = 0; run < RUNS; run++) {
    let isAlive = true
    hasRunCode = false
    access = makeAccess(`run-${String(run)}`, () => isAlive, cachedValues)
    const loaded = (await saver.getTuple(config))?.checkpoint
    expect(describeMessages(loaded)).toEqual(describeMessages(await readFresh()))
    let messages = (loaded?.channel_values['messages'] as BaseMessage[] | undefined) ?? []
    reused += messages.filter((message) => previous.includes(message)).length
    if (messages.length === 0) messages = Array.from({ length: FIRST_MESSAGES }, makeMessage)
    let version = loaded?.channel_versions['messages'] as number | undefined
    let parent = loaded?.id
    const steps = 1 + Math.floor(random() * 3)
    for (let step = 0; step < steps; step++) {
      hasRunCode ||= step > 0 || chance(0.5)
      messages = hasRunCode ? changeList(messages) : [...messages, makeMessage()]
      version = saver.getNextVersion(version)
      isAlive &&= run === 0 || !chance(0.1)
      const checkpoint: Checkpoint = {
        v: 4,
        id: `1f000000-0000-6000-8000-${String(++lastId).padStart(12, '0')}`,
        ts: new Date(0).toISOString(),
        channel_values: { messages },
        channel_versions: { messages: version },
        versions_seen: {},
      }
      const parentConfig = {
        configurable: { ...config.configurable, ...(parent !== undefined && { checkpoint_id: parent }) },
      }
      await saver.put(parentConfig, checkpoint, { source: 'loop', step, parents: {} }, { messages: version })
      parent = checkpoint.id
    }
    if (isAlive && chance(0.9)) saver.keepMessages(access)
    // Code that is still executed after the end of its run.
    if (chance(0.3)) changeMessage(pick(messages))
    previous = messages
  }
  expect(reused).toBeGreaterThan((RUNS * FIRST_MESSAGES) / 3)
  await close()
})
