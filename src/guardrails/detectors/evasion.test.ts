import { expect, test } from 'vitest'
import { ATTACK_FAMILIES, type AttackFamily } from '../../../test/support/attack-families.js'
import { TRICKS } from '../../../test/support/evasion-tricks.js'
import { scoreInjection } from './injection/score-injection.js'
import { scoreSafety } from './safety/score-safety.js'

const THRESHOLD = 0.5

const isCaught = ({ detector }: AttackFamily, text: string): boolean =>
  (detector === 'prompt_injection' ? scoreInjection(text).score : scoreSafety(text)[detector].score) >=
  THRESHOLD

const missed = Object.entries(TRICKS).flatMap(([trick, evade]) =>
  ATTACK_FAMILIES.flatMap((family) =>
    family.texts
      .filter((text) => !isCaught(family, evade(text)))
      .map((text) => ({ trick, family: family.name, text })),
  ),
)
const total = Object.keys(TRICKS).length * ATTACK_FAMILIES.reduce((sum, { texts }) => sum + texts.length, 0)

test('95 % of all attacks are found behind any trick', () => {
  expect(missed.length / total, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(0.05)
})

test.each(Object.keys(TRICKS))('no family of attacks hides completely behind the trick: %s', (trick) => {
  const hidden = ATTACK_FAMILIES.filter(
    ({ name, texts }) =>
      missed.filter((miss) => miss.trick === trick && miss.family === name).length === texts.length,
  )
  expect(hidden.map(({ name }) => name)).toEqual([])
})

test('a trick does not turn an ordinary text into an attack', () => {
  const ordinary = [
    'Please book a table for two people',
    'How do I reset the router at home',
    'The parcel arrived on Monday',
  ]
  // Hidden tag characters are a finding, whatever they say.
  const tricks = Object.entries(TRICKS).filter(([trick]) => trick !== 'tag characters')
  const flagged = tricks.flatMap(([trick, evade]) =>
    ordinary
      .filter((text) =>
        [scoreInjection(evade(text)), ...Object.values(scoreSafety(evade(text)))].some(
          ({ score }) => score >= THRESHOLD,
        ),
      )
      .map((text) => `${trick}: ${text}`),
  )
  expect(flagged).toEqual([])
})
