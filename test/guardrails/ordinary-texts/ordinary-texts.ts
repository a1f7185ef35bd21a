/** The corpus of ordinary texts: every maker writes the same number of texts, which are the same in every run. */
import { CODE_MAKERS } from './code.js'
import { CUSTOMER_MAKERS } from './customers.js'
import { LOG_MAKERS } from './logs.js'
import { PROSE_MAKERS } from './prose.js'
import { makeSlots, type TextMaker } from './slots.js'
import { TABLE_MAKERS } from './tables.js'
import { WRITTEN_TEXTS } from './written-texts.js'

const MAKERS: Record<string, TextMaker> = {
  ...LOG_MAKERS,
  ...TABLE_MAKERS,
  ...CODE_MAKERS,
  ...CUSTOMER_MAKERS,
  ...PROSE_MAKERS,
}

const TEXTS_PER_MAKER = 110

export interface OrdinaryText {
  kind: string
  text: string
}

export const makeOrdinaryTexts = (): OrdinaryText[] => [
  ...WRITTEN_TEXTS.map((text) => ({ kind: 'written', text })),
  ...Object.entries(MAKERS).flatMap(([kind, make], index) => {
    const slots = makeSlots(1_000 + index)
    const texts = new Set<string>()
    // Short templates repeat themselves; a repeated text would count twice.
    for (let round = 0; texts.size < TEXTS_PER_MAKER && round < 3 * TEXTS_PER_MAKER; round++)
      texts.add(make(slots))
    return Array.from(texts, (text) => ({ kind, text }))
  }),
]
