/** Labelled texts are kept outside the repository: HEDDLE_DATA names the folder that holds them. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const getDataFolder = (): string | undefined => process.env['HEDDLE_DATA']

export const readRows = <T>(file: string): T[] =>
  readFileSync(join(getDataFolder() ?? '', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)

/** Word lists were written with the one half in view; this is the other. */
export const selectHeldOut = <T extends { text: string }>(rows: readonly T[]): T[] =>
  rows.filter(({ text }) => createHash('md5').update(text).digest().at(-1)! % 2 === 1)
