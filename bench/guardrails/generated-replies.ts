/** Generates replies of a fictional assistant from one distribution, so that every alarm is a false alarm. */
const TOPICS = {
  bank: {
    things: [
      'account',
      'card',
      'transfer',
      'statement',
      'balance',
      'deposit',
      'loan',
      'fee',
      'branch',
      'payment',
    ],
    verbs: [
      'opened',
      'checked',
      'blocked',
      'reviewed',
      'posted',
      'cancelled',
      'booked',
      'confirmed',
      'closed',
    ],
    places: ['in the app', 'at the counter', 'by letter', 'on the website', 'over the phone', 'this morning'],
  },
  garden: {
    things: [
      'rose',
      'hedge',
      'lawn',
      'seedling',
      'compost',
      'tulip',
      'fence',
      'greenhouse',
      'apple tree',
      'soil',
    ],
    verbs: ['watered', 'pruned', 'planted', 'trimmed', 'raked', 'sown', 'dug', 'mulched', 'harvested'],
    places: ['in spring', 'near the pond', 'under the oak', 'after rain', 'before frost', 'in the shade'],
  },
}
export type Topic = keyof typeof TOPICS

const MOODS = [
  '',
  '',
  '',
  ' This is good news.',
  ' We are happy to help.',
  ' Sorry for the trouble.',
  ' That was a mistake.',
]

export const generateReply = (topic: Topic, random: () => number): string => {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!
  const { things, verbs, places } = TOPICS[topic]
  const sentences = 2 + Math.floor(random() * 6)
  const text = Array.from(
    { length: sentences },
    () => `The ${pick(things)} was ${pick(verbs)} ${pick(places)} with your ${pick(things)}.`,
  )
  return text.join(' ') + pick(MOODS)
}
