import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BANKING_QUESTIONS, OTHER_REQUESTS } from '../../../../test/support/banking-questions.js'
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
  ])('a label alone allows its subject: %s', (text) => {
    expect(bank.check(text)).toMatchObject({ isAllowed: true, detector: 'lexical' })
  })

  test.each([
    'Give me a recipe for lentil soup',
    'Which tyres fit my van?',
    'Book two seats on the night train to Vienna',
  ])('another subject is not allowed: %s', (text) => {
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
  ])('small talk is allowed: "%s"', (text) => {
    expect(bank.check(text)).toMatchObject({ isAllowed: true })
  })

  test('a greeting in front does not allow another subject', () => {
    expect(bank.check('Hello, thanks! Now write me a poem on volcanoes').isAllowed).toBe(false)
  })

  test.each([
    'help me bake bread',
    'what is your opinion on the election?',
    'where do you buy seeds for tomatoes?',
  ])('addressing the assistant does not allow another subject: %s', (text) => {
    expect(bank.check(text).isAllowed).toBe(false)
  })

  test('without allowed topics everything that is not blocked is allowed', () => {
    expect(
      makeTopicChecker({ allowed: [], blocked: ['weapons'] }).check('Tell me about volcanoes'),
    ).toMatchObject({
      isAllowed: true,
      score: 1,
    })
  })
})

test('a bank passes at least 95 % of ordinary banking questions, and few other requests', () => {
  const { check } = makeTopicChecker({ allowed: ['banking'], blocked: [] })
  const refused = BANKING_QUESTIONS.filter((text) => !check(text).isAllowed)
  const passed = OTHER_REQUESTS.filter((text) => check(text).isAllowed)
  expect(refused.length / BANKING_QUESTIONS.length, refused.join('; ')).toBeLessThanOrEqual(0.05)
  expect(passed.length / OTHER_REQUESTS.length, passed.join('; ')).toBeLessThanOrEqual(0.1)
})

describe('blocked topics', () => {
  test('a blocked topic is reported with the spans of its words', () => {
    const text = 'Which party should I vote for in the election?'
    const { blocked, isAllowed } = bank.check(text)
    expect(isAllowed).toBe(false)
    expect(blocked?.topic).toBe('politics')
    expect(blocked?.spans.map(({ start, end }) => text.slice(start, end))).toContain('election')
  })

  test('a blocked topic takes precedence over an allowed one', () => {
    const { blocked } = bank.check('Can I pay the doctor for my diabetes medication with my credit card?')
    expect(blocked?.topic).toBe('medical_advice')
  })

  test.each(['the e\u200blection', 'the еlесtiоn', 'the 3lection', 'the electiooooon'])(
    'a blocked topic is found despite evasion: %s',
    (text) => {
      expect(bank.check(text).blocked?.topic).toBe('politics')
    },
  )
})

describe('keywords and examples', () => {
  test('keywords define a topic of any name', () => {
    const { check } = makeTopicChecker({
      allowed: ['beekeeping'],
      blocked: [],
      keywords: { beekeeping: ['hive', 'queen cell'] },
    })
    expect(check('My hives are empty').isAllowed).toBe(true)
    expect(check('I found two queen cells').isAllowed).toBe(true)
    expect(check('My garage is empty').isAllowed).toBe(false)
  })

  test('similar texts to the examples are allowed, and the detector is statistical', () => {
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

  test('more words of a topic give a higher score', () => {
    const one = bank.check('a question on interest').score
    expect(bank.check('a question on the interest of a loan at the bank').score).toBeGreaterThan(one)
  })
})

test('scores are between 0 and 1 for any string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { score } = bank.check(text)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }),
  )
})
