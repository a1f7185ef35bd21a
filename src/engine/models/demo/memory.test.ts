import { expect, test } from 'vitest'
import { respondFromMemory, findUserName } from './memory.js'

test('the last name that the user gave is remembered', () => {
  expect(respondFromMemory(['My name is Ada Lovelace.'])).toBe('Nice to meet you, Ada Lovelace.')
  expect(respondFromMemory(['my name is ada', 'what is my name?'])).toBe('Your name is Ada.')
  expect(respondFromMemory(["Hi, I'm Grace", 'Who am I?'])).toBe('Your name is Grace.')
  expect(findUserName(['my name is Ada', 'call me Countess'])).toBe('Countess')
  expect(respondFromMemory(['what is my name?'])).toBe('You have not told me your name.')
})

test('facts in the form "my … is …" are remembered', () => {
  expect(respondFromMemory(['My favourite colour is green.'])).toBe(
    'I will remember that your favourite colour is green.',
  )
  expect(respondFromMemory(['My favourite colour is green.', 'What is my favourite colour?'])).toBe(
    'Your favourite colour is green.',
  )
  expect(respondFromMemory(['What is my favourite colour?'])).toBe(
    'You have not told me your favourite colour.',
  )
})

test.each([
  ['My email is jane@example.com', 'I will remember that your email is jane@example.com.'],
  [
    'My e-mail is jane.doe@example.co.uk. Bye!',
    'I will remember that your e-mail is jane.doe@example.co.uk.',
  ],
  [
    'my site is https://example.com/a, as you know',
    'I will remember that your site is https://example.com/a.',
  ],
])('a value that contains marks is remembered as a whole: %j', (text, expected) => {
  expect(respondFromMemory([text])).toBe(expected)
})

test('the previous message can be recalled', () => {
  expect(respondFromMemory(['The cat is on the mat', 'What did I just say?'])).toBe(
    'You said: "The cat is on the mat"',
  )
})

test('other messages get no response from memory', () => {
  expect(respondFromMemory(['I am happy'])).toBeUndefined()
  expect(respondFromMemory(['Where is my order?'])).toBeUndefined()
})
