import { expect, test } from 'vitest'
import { ATTACK_FAMILIES } from '../../../../test/support/attack-families.js'
import { TRICKS } from '../../../../test/support/evasion-tricks.js'
import { makeRandom } from '../../../../test/support/random.js'
import { findPhrases } from './match-phrases.js'
import { PHRASE_RULES } from './phrases.js'

const MAX_MATCHES = 3

const searchEachPattern = (joined: string) =>
  PHRASE_RULES.map(({ pattern }) =>
    Array.from(joined.matchAll(pattern), ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
    })).slice(0, MAX_MATCHES),
  )

const toPositions = (words: readonly string[]) => {
  const starts: number[] = []
  let joined = ''
  for (const word of words) {
    if (joined !== '') joined += ' '
    starts.push(joined.length)
    joined += word
  }
  return { joined, words, starts }
}

test('one pass over the words finds the same phrases as a search for each pattern', () => {
  const random = makeRandom(5)
  const attacks = ATTACK_FAMILIES.flatMap(({ texts }) => texts)
  const evaded = attacks.flatMap((text) => Object.values(TRICKS).map((evade) => evade(text)))
  // One of the tricks hides an attack in a text of several hundred thousand words.
  const words = [...attacks, ...evaded.filter(({ length }) => length < 5_000)].flatMap((text) =>
    text.toLowerCase().split(/\s+/),
  )
  const others = ['.', 'é*ignore'].concat(words)
  const vocabulary = PHRASE_RULES.flatMap(({ pattern }) => pattern.source.match(/[a-z]{2,}/g) ?? [])
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? ''
  let found = 0
  for (let round = 0; round < 400; round++) {
    const start = Math.floor(random() * words.length)
    const text = [
      ...words.slice(start, start + 40),
      ...Array.from({ length: 60 }, () => pick(random() < 0.8 ? vocabulary : others)),
    ]
    const positions = toPositions(text.filter((word) => word !== ''))
    const matches = findPhrases(positions)
    expect(matches).toEqual(searchEachPattern(positions.joined))
    found += matches.flat().length
  }
  expect(found).toBeGreaterThan(500)
})
