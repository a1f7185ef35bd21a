/** `heddle init`: copies a template to a new folder. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { packageRoot } from '../../platform/package-root.js'
import { usageError } from '../command-error.js'
import type { Template } from './templates.js'

/** Packages cannot contain a file named .gitignore, so it has another name in the template. */
const IGNORE_FILE = 'gitignore'

const checkTarget = (folder: string): void => {
  if (!existsSync(folder)) return
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    throw usageError(`${folder} cannot be used: ${(error as Error).message}`)
  }
  // A new repository has nothing but .git.
  if (names.some((name) => name !== '.git')) throw usageError(`${folder} is not empty; choose another folder`)
}

/** npm allows only lower-case letters, digits and a few signs in a name. */
const toPackageName = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '') || 'agent'

const setPackageName = (folder: string): void => {
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, `${JSON.stringify({ ...manifest, name: toPackageName(folder) }, null, 2)}\n`)
}

/** Returns the text that tells what to do next. */
export const createProject = (path: string, template: Template): string => {
  const folder = resolve(path)
  checkTarget(folder)
  cpSync(join(packageRoot, 'templates', template), folder, { recursive: true })
  renameSync(join(folder, IGNORE_FILE), join(folder, '.gitignore'))
  setPackageName(folder)
  // Named in langgraph.json; empty, so that no key is needed.
  writeFileSync(join(folder, '.env'), '# Settings and API keys of the project. Not committed.\n')
  const shown = relative(process.cwd(), folder)
  return [
    `Created ${shown === '' ? 'the project' : shown} from the template ${template}. Next:`,
    '',
    ...(shown === '' ? [] : [`  cd ${shown}`]),
    '  npm install',
    '  heddle dev',
    '',
  ].join('\n')
}
