import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTopicChecker } from './topics.js'

const bank = makeTopicChecker({
  allowed: ['banking', 'credit cards'],
  blocked: ['politics', 'medical_advice'],
})

describe('allowed topics', () => {
  test.each([
    'Why was my card declined at the till?',
    'I would like to move 50 euros to my savings account',
    'Is there an overdraft fee?',
  ])('a label alone lets its subject through: %s', (text) => {
    expect(bank.check(text)).toMatchObject({ isAllowed: true, detector: 'lexical' })
  })

  test.each([
    'Give me a recipe for lentil soup',
    'Which tyres fit my van?',
    'Book two seats on the night train to Vienna',
  ])('another subject does not pass: %s', (text) => {
    expect(bank.check(text).isAllowed).toBe(false)
  })

  test.each([
    'Hello!',
    'thanks a lot',
    'yes please',
    'Who are you?',
    'hi',
    'can you help me?',
    'I have a question',
    'Where do you come from?',
    'Am I talking to a machine?',
    'Are you a real person?',
    'and what about that one?',
    '',
  ])('small talk passes: "%s"', (text) => {
    expect(bank.check(text)).toMatchObject({ isAllowed: true })
  })

  test('a greeting in front does not carry another subject through', () => {
    expect(bank.check('Hello, thanks! Now write me a poem on volcanoes').isAllowed).toBe(false)
  })

  test.each([
    'help me bake bread',
    'what is your opinion on the election?',
    'where do you buy seeds for tomatoes?',
  ])('nor does a word to the assistant: %s', (text) => {
    expect(bank.check(text).isAllowed).toBe(false)
  })

  test('without allowed topics everything that is not blocked passes', () => {
    expect(
      makeTopicChecker({ allowed: [], blocked: ['weapons'] }).check('Tell me about volcanoes'),
    ).toMatchObject({
      isAllowed: true,
      score: 1,
    })
  })
})

describe('blocked topics', () => {
  test('a blocked topic is named with the words that show it', () => {
    const text = 'Which party should I vote for in the election?'
    const { blocked, isAllowed } = bank.check(text)
    expect(isAllowed).toBe(false)
    expect(blocked?.topic).toBe('politics')
    expect(blocked?.spans.map(({ start, end }) => text.slice(start, end))).toContain('election')
  })

  test('blocked wins over allowed', () => {
    const { blocked } = bank.check('Can I pay the doctor for my diabetes medication with my credit card?')
    expect(blocked?.topic).toBe('medical_advice')
  })

  test.each(['the e\u200blection', 'the еlесtiоn', 'the 3lection', 'the electiooooon'])(
    'evasion does not help: %s',
    (text) => {
      expect(bank.check(text).blocked?.topic).toBe('politics')
    },
  )
})

describe('what the operator adds', () => {
  test('keywords make a topic of any name', () => {
    const { check } = makeTopicChecker({
      allowed: ['beekeeping'],
      blocked: [],
      keywords: { beekeeping: ['hive', 'queen cell'] },
    })
    expect(check('My hives are empty').isAllowed).toBe(true)
    expect(check('I found two queen cells').isAllowed).toBe(true)
    expect(check('My garage is empty').isAllowed).toBe(false)
  })

  test('examples let through what is like them, and the verdict says that it is statistics', () => {
    const examples = {
      beekeeping: ['When do I put the frames into the smoker shed?', 'How much syrup for the colony?'],
    }
    const { check } = makeTopicChecker({ allowed: ['beekeeping'], blocked: [], examples })
    expect(check('how much syrup does a colony want')).toMatchObject({
      isAllowed: true,
      detector: 'statistical',
    })
    expect(check('how much paint does a ceiling want').isAllowed).toBe(false)
  })

  test('more words for a topic give a higher score', () => {
    const one = bank.check('a question on interest').score
    expect(bank.check('a question on the interest of a loan at the bank').score).toBeGreaterThan(one)
  })
})

test('no string makes it throw, and scores stay between 0 and 1', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { score } = bank.check(text)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }),
  )
})
