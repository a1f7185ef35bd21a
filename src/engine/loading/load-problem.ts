/** Why a part of a project cannot be loaded, with everything that is needed to fix it. Executor threads find it, the command line prints it. */
import { relative, sep } from 'node:path'

export interface SourceLocation {
  /** An absolute path. */
  file: string
  line: number
  column: number
}

export interface LoadProblem {
  /** What cannot be loaded: `graph agent`, `auth.path` or `http.app`. */
  subject: string
  message: string
  location: SourceLocation | null
  /** The lines of code around the location. */
  frame: string | null
  /** The calls that led to the location, innermost first, if there is more than one. */
  stack: string[]
  fix: string | null
}

/** Ends the start of a service whose project cannot be loaded. */
export class BrokenProjectError extends Error {
  override name = 'BrokenProjectError'
  constructor(problems: LoadProblem[], folder: string) {
    super(
      ['the project cannot be loaded\n', ...problems.map((problem) => formatProblem(problem, folder))].join(
        '\n',
      ),
    )
  }
}

/** Paths are shown relative to `folder`, so that terminals and editors can open them. */
export const formatProblem = (problem: LoadProblem, folder: string): string => {
  const { subject, message, location, frame, stack, fix } = problem
  const lines = [
    `The ${subject} cannot be loaded: ${message}`,
    ...(location === null ? [] : [`  at ${formatLocation(location, folder)}`]),
    ...stack.map((call) => `  called from ${call}`),
    ...(frame === null ? [] : ['', ...frame.split('\n').map((line) => `    ${line}`), '']),
    ...(fix === null ? [] : [`  Fix: ${fix}`]),
  ]
  return `${lines.join('\n').trimEnd()}\n`
}

export const formatLocation = ({ file, line, column }: SourceLocation, folder: string): string =>
  `${shortenPath(file, folder)}:${String(line)}:${String(column)}`

/** A path outside of the folder stays absolute. */
export const shortenPath = (file: string, folder: string): string => {
  const path = relative(folder, file)
  return path === '' || path === '..' || path.startsWith(`..${sep}`) ? file : path
}
