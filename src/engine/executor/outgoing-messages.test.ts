import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { EventFields } from '../../events/run-event.js'
import { isShared, readText } from '../../platform/shared-text.js'
import { emptyJournalEntries, type FromExecutor, type JournalEntries } from '../threads/executor-protocol.js'
import { groupChunks } from '../threads/group-chunks.js'
import { makeOutgoingMessages } from './outgoing-messages.js'

const toEntries = (...events: EventFields[]) => ({ ...emptyJournalEntries(), events })
const toToken = (token: string): EventFields => ({ type: 'llm.token', token, at: 1_000_000_000_000 })

it('chunks of several executions are one message, in order', async () => {
  const sent: FromExecutor[][] = []
  const { postEntries } = makeOutgoingMessages((messages) => sent.push(messages))
  postEntries(1, toEntries(toToken('a'), toToken('b')))
  postEntries(2, toEntries(toToken('c')))
  postEntries(1, toEntries(toToken('d')))
  await nextTurn()
  expect(sent).toMatchObject([[{ type: 'chunks' }]])
  const [[message] = []] = sent
  const groups = groupChunks(message?.type === 'chunks' ? message.chunks : [])
  const tokens = [...groups].map(([executionId, chunks]) => [
    executionId,
    chunks.map(({ text }) => (JSON.parse(text) as { token: string }).token).join(''),
  ])
  expect(tokens).toEqual([
    [1, 'abd'],
    [2, 'c'],
  ])
})

it('chunks keep their place among other messages', async () => {
  const sent: FromExecutor[][] = []
  const { post, postEntries } = makeOutgoingMessages((messages) => sent.push(messages))
  postEntries(1, toEntries(toToken('a')))
  postEntries(1, toEntries({ type: 'llm.completion' }))
  postEntries(1, toEntries(toToken('b')))
  post({ type: 'ready' })
  postEntries(1, { ...toEntries(toToken('c')), hasStartedNode: true })
  await nextTurn()
  postEntries(1, toEntries(toToken('d')))
  await nextTurn()
  expect(sent.map((messages) => messages.map(({ type }) => type))).toEqual([
    ['chunks', 'entries', 'chunks', 'ready', 'entries'],
    ['chunks'],
  ])
})

it('large values are posted in shared memory, also in the rows that the saver still refers to', async () => {
  const sent: FromExecutor[][] = []
  const { postEntries } = makeOutgoingMessages((messages) => sent.push(messages))
  const key = { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c', task_id: 'k', idx: 0 }
  const large = JSON.stringify('é'.repeat(70_000))
  const writes: JournalEntries['writes'] = [
    { ...key, channel: 'documents', value: large },
    { ...key, idx: 1, channel: 'notes', value: '"note"' },
  ]
  postEntries(1, { ...emptyJournalEntries(), writes })
  await nextTurn()
  const [[message] = []] = sent
  const posted = message?.type === 'entries' ? message.entries.writes : []
  expect(posted.map(({ value }) => [isShared(value), readText(value)])).toEqual([
    [true, large],
    [false, '"note"'],
  ])
  expect(isShared(writes[0]?.value)).toBe(true)
})
