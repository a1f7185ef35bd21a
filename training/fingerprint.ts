/**
 * The combination is fitted to the scores of the word lists, so a change of the word lists, the tokenizer, the features or the
 * own texts makes the shipped weights stale. The fingerprint covers these inputs, and not the public sets, which are not part
 * of the repository: a test compares it with the one that was stored with the weights.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Prepared } from './samples.js'

const FILE = new URL('fingerprint.txt', import.meta.url)

export const fingerprintInputs = (ownTexts: readonly Prepared[]): string => {
  const hash = createHash('sha256')
  for (const { text, labels, family, lexicon, windows } of ownTexts) {
    hash.update(JSON.stringify([text, labels, family, lexicon]))
    for (const { features } of windows) hash.update(features.buckets)
  }
  return hash.digest('hex')
}

export const readFingerprint = (): string => readFileSync(FILE, 'utf8').trim()

export const writeFingerprint = (fingerprint: string): void => {
  writeFileSync(FILE, `${fingerprint}\n`)
}
