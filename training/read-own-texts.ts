/** All texts that were written for this project, always the same. */
import { makeRandom } from '../test/support/random.js'
import type { Example } from './examples.js'
import { readLongTexts } from './long-texts.js'
import { readTemplates } from './read-corpus.js'

const SENTENCE_SEED = 1
const LONG_TEXT_SEED = 2

export const readOwnTexts = (): Example[] => {
  const sentences = readTemplates('', makeRandom(SENTENCE_SEED))
  return [...sentences, ...readLongTexts(sentences, makeRandom(LONG_TEXT_SEED))]
}
