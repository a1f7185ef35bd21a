import { HumanMessage } from '@langchain/core/messages'
import { expect, it } from 'vitest'
import type { StartRun, ThreadMessage } from '../threads/executor-protocol.js'
import type { EventBuffer } from './event-buffer.js'
import { MessageTracker } from './message-tracker.js'

const recordAdded = (loaded: unknown[], state: unknown[]): unknown[] => {
  const added: unknown[] = []
  const start = { thread_id: 'thread', messages: [], addedMessages: [] } as unknown as StartRun
  const eventBuffer = { addMessage: ({ content }: ThreadMessage) => added.push(content) }
  const tracker = new MessageTracker(start, eventBuffer as unknown as EventBuffer)
  tracker.markKnown(loaded)
  tracker.recordNew(state)
  return added
}

it('messages that were loaded are not new in the next runs either, and other elements of the list are omitted', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((id) => new HumanMessage({ content: id, id }))
  expect(recordAdded([first, null], [first, null, second])).toEqual(['b'])
  expect(recordAdded([first, null, second], [second, first, third])).toEqual(['c'])
  expect(recordAdded([first], [first, second])).toEqual(['b'])
})
