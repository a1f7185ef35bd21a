/** Reads labeled texts. They are not part of the repository; HEDDLE_DATA names their folder. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const getDataFolder = (): string | undefined => process.env['HEDDLE_DATA']

export const readRows = <T>(file: string): T[] =>
  readFileSync(join(getDataFolder() ?? '', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** Returns the held-out half of the rows; the word lists were written with the other half in view. */
export const selectHeldOut = <T extends { text: string }>(rows: readonly T[]): T[] =>
  rows.filter(({ text }) => createHash('md5').update(text).digest().at(-1)! % 2 === 1)
