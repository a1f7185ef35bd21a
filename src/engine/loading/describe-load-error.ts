/** Turns an error of loading project code into a problem with a location, a code frame and a fix. It runs in the thread that loaded the code. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeFrameColumns } from '@babel/code-frame'
import { LoadError } from './load-error.js'
import { findMissingModule, toInstallFix } from './missing-module.js'
import { formatLocation, type LoadProblem, type SourceLocation } from './load-problem.js'
import { findCalls } from './project-calls.js'

export interface LoadSubject {
  subject: string
  /** The value in langgraph.json. */
  exportPath: string
  folder: string
  /** The path of langgraph.json. */
  configFile: string
}

type Diagnosis = Pick<LoadProblem, 'message'> & Partial<Pick<LoadProblem, 'location' | 'fix' | 'stack'>>

export const describeLoadError = async (error: unknown, subject: LoadSubject): Promise<LoadProblem> => {
  const cause = findCause(error)
  const { message, location = null, fix = null, stack = [] } = await diagnose(cause, subject)
  return { subject: subject.subject, message, location, frame: location && makeFrame(location), stack, fix }
}

/** loadExport wraps errors to name the setting; the problem names it already. */
const findCause = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined && / cannot be loaded from /.test(error.message)
    ? error.cause
    : error

const diagnose = async (error: unknown, subject: LoadSubject): Promise<Diagnosis> => {
  if (!(error instanceof Error))
    return {
      message: `${subject.exportPath} threw ${JSON.stringify(error)} while it was imported`,
      location: findInConfig(subject),
      fix: 'throw an Error, which has a stack',
    }
  if (error instanceof LoadError)
    return { message: error.problem, location: findInConfig(subject), fix: error.fix }
  return (
    diagnoseTransform(error) ??
    diagnoseMissingModule(error, subject) ??
    (await diagnoseSyntax(error, subject)) ??
    diagnoseThrow(error, subject)
  )
}

/** The place in langgraph.json that names the export. */
const findInConfig = ({ configFile, exportPath }: LoadSubject): SourceLocation | null =>
  findText(configFile, JSON.stringify(exportPath))

/** An error of esbuild, which tsx uses. It names `a.mts` `a.ts`. */
const diagnoseTransform = (error: Error): Diagnosis | undefined => {
  const [, path, line, column, message] = /^(.+?):(\d+):(\d+): ERROR: (.+)$/m.exec(error.message) ?? []
  if (path === undefined || message === undefined) return undefined
  const candidates = [path, path.replace(/ts(x?)$/, 'mts$1'), path.replace(/ts(x?)$/, 'cts$1')]
  const file = candidates.find((candidate) => existsSync(candidate)) ?? path
  return {
    message: `syntax error: ${message}`,
    location: { file, line: Number(line), column: Number(column) + 1 },
    fix: message.includes('"cjs" output format')
      ? 'add "type": "module" to package.json, or name the file .mts'
      : 'correct the syntax',
  }
}

const diagnoseMissingModule = (error: Error, { folder }: LoadSubject): Diagnosis | undefined => {
  const missing = findMissingModule(error)
  if (missing === undefined) return undefined
  const { specifier, importer } = missing
  return {
    message: `${specifier} is not found`,
    location: importer === undefined ? null : findImport(importer, specifier),
    fix: toInstallFix(specifier, importer ?? join(folder, 'x.js'), folder),
  }
}

/** Node names the file and line of most syntax errors at the beginning of the stack, but not those of ES modules. */
const diagnoseSyntax = async (
  error: Error,
  { folder, exportPath }: LoadSubject,
): Promise<Diagnosis | undefined> => {
  if (error.name !== 'SyntaxError') return undefined
  const [, place = '', line] = /^(\S+):(\d+)\n/.exec(error.stack ?? '') ?? []
  if (line !== undefined) {
    const file = place.startsWith('file:') ? fileURLToPath(place) : place
    const column = (/^( *)\^/m.exec(error.stack ?? '')?.[1]?.length ?? 0) + 1
    const isMissingExport = error.message.includes('does not provide an export')
    return {
      message: isMissingExport ? error.message : `syntax error: ${error.message}`,
      location: { file, line: Number(line), column },
      fix: isMissingExport ? 'correct the name of the import, or export it' : 'correct the syntax',
    }
  }
  const { build } = await import('esbuild')
  const entry = resolve(folder, exportPath.replace(/:[^:\\/]*$/, ''))
  const { errors } = await build({
    entryPoints: [entry],
    absWorkingDir: folder,
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  }).catch((failure: unknown) => ({ errors: (failure as { errors?: EsbuildMessage[] }).errors ?? [] }))
  const [found] = errors as EsbuildMessage[]
  if (found?.location == null) return undefined
  const { file, line: foundLine, column } = found.location
  return {
    message: `syntax error: ${found.text}`,
    location: { file: resolve(folder, file), line: foundLine, column: column + 1 },
    fix: 'correct the syntax',
  }
}

interface EsbuildMessage {
  text: string
  location?: { file: string; line: number; column: number } | null
}

/** Models of some providers are checked for their key when they are created. */
const MISSING_VARIABLE = /api[ _-]?key|credentials|environment variable/i

const diagnoseThrow = (error: Error, { folder }: LoadSubject): Diagnosis => {
  const calls = findCalls(error.stack ?? '')
  const [location = null, ...callers] = calls
  const name = error.name === 'Error' ? '' : `${error.name}: `
  return {
    message: `${name}${error.message}`,
    location,
    stack: callers.map((caller) => formatLocation(caller, folder)),
    fix: MISSING_VARIABLE.test(error.message)
      ? 'set the variable in the environment, or in the file that "env" of langgraph.json names'
      : 'the code throws this error while it is imported; correct it, or move it into a node',
  }
}

const findImport = (file: string, specifier: string): SourceLocation | null => {
  for (const quote of ["'", '"', '`']) {
    const location = findText(file, quote + specifier)
    if (location !== null) return { ...location, column: location.column + 1 }
  }
  return existsSync(file) ? { file, line: 1, column: 1 } : null
}

const findText = (file: string, text: string): SourceLocation | null => {
  const lines = readLines(file)
  const index = lines.findIndex((line) => line.includes(text))
  return index === -1 ? null : { file, line: index + 1, column: (lines[index] ?? '').indexOf(text) + 1 }
}

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const makeFrame = ({ file, line, column }: SourceLocation): string | null => {
  const lines = readLines(file)
  return line > lines.length ? null : codeFrameColumns(lines.join('\n'), { start: { line, column } })
}
