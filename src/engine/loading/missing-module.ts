/** Explains that a module is not found: which one, who imports it, and how to get it. */
import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

interface MissingModule {
  /** As in the import, or as close to it as Node's message allows. */
  specifier: string
  importer: string | undefined
}

const PACKAGE_NAME = /^(@[a-z0-9][\w.~-]*\/)?[a-z0-9][\w.~-]*$/i
const CODE_EXTENSION = /\.[cm]?[jt]sx?$/

export const findMissingModule = (error: Error): MissingModule | undefined => {
  const { code, requireStack, message } = error as Error & { code?: string; requireStack?: string[] }
  if (code === 'MODULE_NOT_FOUND') {
    const [, specifier] = /^Cannot find module '([^']+)'/.exec(message) ?? []
    return specifier === undefined ? undefined : { specifier, importer: requireStack?.[0] }
  }
  if (code !== 'ERR_MODULE_NOT_FOUND') return undefined
  const [, found, place] = /^Cannot find (?:module|package) '([^']+)' imported from (.+)$/.exec(message) ?? []
  if (found === undefined || place === undefined) return undefined
  const importer = place.startsWith('file:') ? fileURLToPath(place) : place
  const path = found.startsWith('file:') ? fileURLToPath(found) : found
  return { specifier: isAbsolute(path) ? toRelative(path, importer) : path, importer }
}

/** Without the extension of a code file, because the import may have none. */
const toRelative = (path: string, importer: string): string => {
  const found = relative(dirname(importer), path).replaceAll('\\', '/').replace(CODE_EXTENSION, '')
  return found.startsWith('.') ? found : `./${found}`
}

export const toInstallFix = (specifier: string, importer: string, folder: string): string => {
  if (specifier.startsWith('.') || isAbsolute(specifier))
    return 'create the file, or correct the path of the import'
  const [first = '', second = ''] = specifier.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  const isFolder = existsSync(join(folder, first)) || existsSync(join(folder, 'src', first))
  if (!PACKAGE_NAME.test(name) || isFolder || isBuiltin(name))
    return `if ${specifier} is a path alias, add it to compilerOptions.paths of the tsconfig.json beside langgraph.json`
  const { command, folder: installFolder } = findPackageManager(dirname(importer), folder)
  return isDeclared(name, dirname(importer))
    ? `run "${command.install}" in ${installFolder}: package.json lists ${name}, but it is not installed`
    : `run "${command.add} ${name}" in ${installFolder}`
}

const COMMANDS = [
  { lock: 'pnpm-lock.yaml', install: 'pnpm install', add: 'pnpm add' },
  { lock: 'yarn.lock', install: 'yarn install', add: 'yarn add' },
  { lock: 'bun.lock', install: 'bun install', add: 'bun add' },
  { lock: 'bun.lockb', install: 'bun install', add: 'bun add' },
  { lock: 'package-lock.json', install: 'npm install', add: 'npm install' },
]

/** By the lock file that is next above the importer. */
const findPackageManager = (
  from: string,
  folder: string,
): { command: { install: string; add: string }; folder: string } => {
  const command = COMMANDS.find(({ lock }) => existsSync(join(from, lock)))
  if (command !== undefined) return { command, folder: from }
  const parent = dirname(from)
  return parent === from
    ? { command: { install: 'npm install', add: 'npm install' }, folder }
    : findPackageManager(parent, folder)
}

const isDeclared = (name: string, from: string): boolean => {
  const file = join(from, 'package.json')
  if (existsSync(file)) {
    const { dependencies, devDependencies } = readPackage(file)
    return name in { ...dependencies, ...devDependencies }
  }
  const parent = dirname(from)
  return parent !== from && isDeclared(name, parent)
}

interface PackageJson {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const readPackage = (file: string): PackageJson => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageJson
  } catch {
    return {}
  }
}
