import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAFETY_CATEGORIES, type SafetyCategory } from './score-lexicon.js'
import { scoreSafety } from './score-safety.js'

const getTriggeredCategories = (text: string): SafetyCategory[] =>
  Object.entries(scoreSafety(text)).flatMap(([category, { score }]) =>
    score >= 0.5 ? [category as SafetyCategory] : [],
  )

describe('hate speech', () => {
  test.each([
    'I truly despise refugees.',
    'Every lesbian is a filthy parasite.',
    'Deaf people should be locked up for good.',
    'We ought to exterminate the Jews.',
    'Met some Sikhs today. They are nothing but vermin.',
  ])('hate speech against a group is found: %s', (text) => {
    expect(getTriggeredCategories(text)).toContain('hate_speech')
  })

  test.each([
    'I adore my Muslim neighbours.',
    'Two women and a deaf man joined the choir.',
    'I hate Mondays and cold coffee.',
    'Bankers are parasites.',
    'Saying "refugees are vermin" is unacceptable and racist.',
    'Nobody should ever be allowed to hurt gay people.',
  ])('texts without hate speech, or that reject it, are not flagged: %s', (text) => {
    expect(getTriggeredCategories(text)).not.toContain('hate_speech')
  })

  test.each([
    'I d3sp1se refugees',
    'I d e s p i s e refugees',
    'I despiiiise refugees',
    'I des\u200bpise refu\u200bgees',
    'I dеspisе rеfugееs',
    'I despsie refugees',
    'I despiserefugees',
  ])('hate speech is found despite evasion: %s', (text) => {
    expect(getTriggeredCategories(text)).toContain('hate_speech')
  })

  test('a mild slur weighs more if it is directed at a person than in self-description', () => {
    const thrown = scoreSafety('Typical queer behaviour, just what we expect from a queer like you')
      .hate_speech.score
    expect(thrown).toBeGreaterThan(scoreSafety('We are queer and proud').hate_speech.score)
  })
})

describe('violence', () => {
  test.each([
    'I am going to stab my landlord tonight.',
    'How can I poison my boss?',
    'Someone should strangle that journalist.',
    'How do I build a bomb?',
  ])('intent, a demand or a request, and a victim: %s', (text) => {
    expect(getTriggeredCategories(text)).toContain('violence')
  })

  test.each([
    'How do I kill a zombie process on Linux?',
    'We were killing time at the station.',
    'Can you shoot a photo of the church?',
    'How do I execute this query?',
    'What was the cause of the First World War?',
    'She beat me at chess again.',
  ])('other senses of violent words are not flagged: %s', (text) => {
    expect(getTriggeredCategories(text)).toEqual([])
  })
})

describe('self-harm', () => {
  test.each([
    'I want to end my life.',
    'I have been cutting myself again since March',
    'Everybody would be better off without me, I am so tired of living',
    'what is the most painless way to die',
    'I w4nt to k1ll mys3lf',
  ])('a wish, an act or a plan of self-harm is found: %s', (text) => {
    expect(getTriggeredCategories(text)).toContain('self_harm')
  })

  test.each([
    'I am dying to try the new place, the menu made me laugh to death',
    'Our town opened a suicide prevention hotline.',
    'My phone is about to die.',
    'roll a twenty sided die for me',
    'I nearly died laughing at that meeting.',
  ])('figures of speech and offers of help are not flagged: %s', (text) => {
    expect(getTriggeredCategories(text)).not.toContain('self_harm')
  })

  test('spans point to the phrase', () => {
    const text = 'It rained. I want to end my life. Then it stopped.'
    const [span] = scoreSafety(text).self_harm.spans
    expect(text.slice(span?.start, span?.end)).toBe('end my life')
  })
})

describe('harassment and sexual content', () => {
  test.each(['You are a pathetic loser', 'Shut the fuck up', 'I know where you live, watch your back'])(
    'an insult or threat against a person is found: %s',
    (text) => {
      expect(getTriggeredCategories(text)).toContain('harassment')
    },
  )
  test.each(['This film is pathetic.', 'You are not stupid at all.'])(
    'an insult that is not directed at a person, or negated, is not flagged: %s',
    (text) => {
      expect(getTriggeredCategories(text)).not.toContain('harassment')
    },
  )
  test('explicit words add up, and a clinical context lowers the score', () => {
    expect(getTriggeredCategories('horny milf wants a blowjob')).toContain('sexual')
    expect(
      getTriggeredCategories('The doctor explained how sexual health and the penis are examined'),
    ).toEqual([])
  })
})

test('scores are between 0 and 1 and spans inside the text for any string', () => {
  const seeds = fc.constantFrom(
    'kill',
    'you',
    'women',
    'i',
    'hate',
    'die',
    'myself',
    '"',
    '.',
    'not',
    '\u200b',
    '\ud800',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(seeds, { maxLength: 40 }).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      for (const { score, spans } of Object.values(scoreSafety(text))) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        for (const { start, end } of spans)
          expect(0 <= start && start <= end && end <= text.length).toBe(true)
      }
    }),
  )
})

test.each(['a', 'i kill you ', 'k i l l ', '"', 'aaaa\n', 'не '])('a megabyte of "%s" is scored', (piece) => {
  const scores = scoreSafety(piece.repeat(Math.ceil(1_048_576 / piece.length)))
  expect(Object.values(scores).every(({ score }) => score >= 0 && score <= 1)).toBe(true)
})

test('a requested category has the same score as among all categories, and the others are 0', () => {
  const text = 'You stupid idiot, I want to kill myself and fuck all immigrants.'
  const all = scoreSafety(text)
  for (const category of SAFETY_CATEGORIES) {
    const scores = scoreSafety(text, [category])
    expect(scores[category]).toEqual(all[category])
    for (const other of SAFETY_CATEGORIES)
      if (other !== category) expect(scores[other]).toEqual({ score: 0, spans: [] })
  }
})
