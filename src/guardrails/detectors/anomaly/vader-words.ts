/** The word lists of VADER's rules, as published; the lexicon itself comes with the package. */

const INTENSIFIERS =
  'absolutely amazingly awfully completely considerably decidedly deeply effing enormously entirely especially exceptionally ' +
  'extremely fabulously flipping flippin fricking frickin frigging friggin fully fucking greatly hella highly hugely incredibly ' +
  'intensely majorly more most particularly purely quite really remarkably so substantially thoroughly totally tremendously ' +
  'uber unbelievably unusually utterly very'
const DAMPENERS =
  'almost barely hardly kinda kindof kind-of less little marginally occasionally partly scarcely slightly somewhat sorta sortof sort-of'

const BOOST = 0.293

/** The amount that a word adds to the valence of the next word. */
export const BOOSTERS: ReadonlyMap<string, number> = new Map([
  ...INTENSIFIERS.split(' ').map((word): [string, number] => [word, BOOST]),
  ...DAMPENERS.split(' ').map((word): [string, number] => [word, -BOOST]),
])

/** Word pairs that dampen the next word. */
export const DAMPENING_PAIRS: ReadonlySet<string> = new Set(['just enough', 'kind of', 'sort of'])
export const DAMPENING = -BOOST

export const NEGATIONS: ReadonlySet<string> = new Set(
  (
    'aint arent cannot cant couldnt darent didnt doesnt dont hadnt hasnt havent isnt mightnt mustnt neednt oughtnt shant shouldnt ' +
    'wasnt werent wont wouldnt neither never none nope nor not nothing nowhere uhuh uh-uh without rarely seldom despite'
  ).split(' '),
)

/** Idioms with a valence of their own. */
export const IDIOMS: ReadonlyMap<string, number> = new Map([
  ['the shit', 3],
  ['the bomb', 3],
  ['bad ass', 1.5],
  ['yeah right', -2],
  ['cut the mustard', 2],
  ['kiss of death', -1.5],
  ['hand to mouth', -2],
])
