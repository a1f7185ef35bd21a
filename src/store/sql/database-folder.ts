import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that is created here, often in someone's project, is kept out of git by a .gitignore of its own. */
export const createDatabaseFolder = (folder: string): void => {
  if (mkdirSync(folder, { recursive: true }) !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n')
}
