/** Undoes whatever a benchmark starts or writes when it ends, even if it fails. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onExit } from './on-exit.js'

export type Defer = (undo: () => Promise<void> | void) => void

export const withCleanup = async <T>(run: (defer: Defer) => Promise<T>): Promise<T> => {
  const undos: (() => Promise<void> | void)[] = []
  try {
    return await run((undo) => undos.push(undo))
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
}

export const makeTemporaryFolder = (defer: Defer): string => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-bench-'))
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true })
  }
  const cancelRemoval = onExit(remove)
  defer(() => {
    cancelRemoval()
    remove()
  })
  return folder
}
