/** Finds the calls in a stack trace that are in the project's own code. */
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../platform/package-root.js'
import { join, sep } from 'node:path'
import type { SourceLocation } from './load-problem.js'
import { isInNodeModules } from './watch-target.js'

const MAX_CALLS = 5
const CALL = /^\s+at (?:.*\()?((?:file:|\/|[A-Za-z]:\\)[^()]*?):(\d+):(\d+)\)?$/

/** The innermost call is the first. */
export const findCalls = (stack: string): SourceLocation[] => {
  const calls: SourceLocation[] = []
  for (const text of stack.split('\n')) {
    const [, place, line, column] = CALL.exec(text) ?? []
    if (place === undefined) continue
    const file = (place.startsWith('file:') ? fileURLToPath(place) : place).replace(/\?.*$/, '')
    const location = { file, line: Number(line), column: Number(column) }
    // The compiler adds a call of its own for the file itself, on the same line.
    const isRepeated = calls.some((call) => call.file === file && call.line === location.line)
    if (isForeign(file) || isRepeated) continue
    if (calls.push(location) === MAX_CALLS) break
  }
  return calls
}

const isForeign = (file: string): boolean =>
  isInNodeModules(file) || file.startsWith(join(packageRoot, 'dist') + sep)
