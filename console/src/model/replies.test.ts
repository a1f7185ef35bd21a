import { expect, test } from 'vitest'
import { BREAKPOINT_QUESTION, toInterruptQuestions } from './questions.ts'
import { prepareReply, startDraft, toContinuation } from './replies.ts'

const ask = (id: string) => toInterruptQuestions({ id, value: `Question ${id}?` })
const reply = (ids: string[]): Record<string, unknown> => {
  const questions = ids.flatMap(ask)
  const drafts = Object.fromEntries(
    questions.map((question) => [question.id, { ...startDraft(question), free: `reply to ${question.id}` }]),
  )
  const prepared = prepareReply(questions, drafts)
  return 'resume' in prepared ? prepared.resume : prepared
}

test('the only interrupt of a thread is resumed by its ID', () => {
  expect(toContinuation(1, reply(['i1']))).toEqual({ command: { resume: { i1: 'reply to i1' } } })
})

test('an interrupt without an ID is resumed with its value', () => {
  expect(toContinuation(1, reply(['']))).toEqual({ command: { resume: 'reply to ' } })
})

test('several interrupts of a thread are resumed by their IDs', () => {
  expect(toContinuation(2, reply(['i1', 'i2']))).toEqual({
    command: { resume: { i1: 'reply to i1', i2: 'reply to i2' } },
  })
})

test('one of several interrupts is resumed by its ID', () => {
  expect(toContinuation(2, reply(['i2']))).toEqual({ command: { resume: { i2: 'reply to i2' } } })
})

test('a breakpoint needs no reply, and the thread continues without an input', () => {
  const prepared = prepareReply([BREAKPOINT_QUESTION], {})
  expect(prepared).toHaveProperty('resume')
  expect(toContinuation(0, 'resume' in prepared ? prepared.resume : {})).toEqual({ input: null })
})
