/** A newer version of Heddle for tests of upgrades: this build with more migrations. */
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot, resolveBuildFile } from '../../src/platform/package-root.js'
import { makeTempFolder } from './heddle-process.js'

/** `migrations` are SQL texts by the name of their file. Returns the path of the program. */
export const buildNewerVersion = (migrations: Record<string, string>): string => {
  const folder = makeTempFolder()
  cpSync(dirname(resolveBuildFile('main.js')), join(folder, 'dist'), { recursive: true })
  for (const file of ['package.json', 'openapi.json']) cpSync(join(packageRoot, file), join(folder, file))
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, sql] of Object.entries(migrations))
    writeFileSync(join(folder, 'dist/migrations', `${name}.sql`), sql)
  return join(folder, 'dist/main.js')
}
