/**
 * The combination is fitted to the scores of the word lists, so a change of the word lists, the tokenizer, the features or the
 * own texts makes the shipped weights stale. The fingerprint covers these inputs, and not the public sets, which are not part
 * of the repository: a test compares it with the one that was stored with the weights.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Example } from './examples.js'
import { prepare } from './samples.js'

const FILE = new URL('fingerprint.txt', import.meta.url)
/** Scoring all texts would take a test several seconds. */
const SCORED_EVERY = 3

export const fingerprintInputs = (ownTexts: readonly Example[]): string => {
  const hash = createHash('sha256')
  for (const [at, example] of ownTexts.entries()) {
    const { text, labels, family } = example
    hash.update(JSON.stringify([text, labels, family]))
    if (at % SCORED_EVERY !== 0) continue
    const { lexicon, windows } = prepare(example)
    hash.update(JSON.stringify(lexicon))
    for (const { features } of windows) hash.update(features.buckets)
  }
  return hash.digest('hex')
}

export const readFingerprint = (): string => readFileSync(FILE, 'utf8').trim()

export const writeFingerprint = (fingerprint: string): void => {
  writeFileSync(FILE, `${fingerprint}\n`)
}
