import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { EventFields } from '../../events/run-event.js'
import { emptyJournalEntries, type FromExecutor } from '../threads/executor-protocol.js'
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
