/**
 * Converts a pattern compiled by RE2 to a program that runs one character at a time. `re2js` itself only searches complete
 * texts; for a stream we must know after every character whether a match may still be open.
 */
import type { RE2JS } from 're2js'
import { NEWLINE, type Instruction } from './instructions.js'
import { LazyDfa } from './lazy-dfa.js'

export interface Program {
  readonly dfa: LazyDfa
  readonly instructions: readonly Instruction[]
  /** 1 for ASCII characters that a match can start with, ignoring assertions. */
  readonly canStartWith: Uint8Array
  readonly matchesEmpty: boolean
}

// The library's internal operation codes. Its version is pinned, and `toProgram` returns undefined for an unknown code, so
// that an update cannot silently change what is held back.
const OPERATIONS: Record<
  number,
  'alt' | 'pass' | 'assert' | 'fail' | 'match' | 'class' | 'any' | 'anyNotNewline'
> = {
  1: 'alt',
  2: 'alt',
  3: 'pass',
  4: 'assert',
  5: 'fail',
  6: 'match',
  7: 'pass',
  8: 'class',
  9: 'class',
  10: 'any',
  11: 'anyNotNewline',
}

interface CompiledInstruction {
  op: number
  out: number
  arg: number
  runes: Int32Array
  matchRune(codePoint: number): boolean
}

/** Returns undefined if the compiled pattern contains an unknown instruction. */
export const toProgram = (pattern: RE2JS): Program | undefined => {
  const compiled = pattern.re2().prog as { start: number; inst: CompiledInstruction[] } | undefined
  if (compiled === undefined || !Array.isArray(compiled.inst)) return undefined
  const instructions: Instruction[] = []
  const classes: CharacterClasses = new Map()
  for (const each of compiled.inst) {
    const instruction = toInstruction(each, classes)
    if (instruction === undefined) return undefined
    instructions.push(instruction)
  }
  const { start } = compiled
  const firstInstructions = findReachable(instructions, start)
  const canStartWith = Uint8Array.from({ length: 128 }, (_, codePoint) =>
    firstInstructions.some((each) => each.kind === 'character' && each.accepts(codePoint)) ? 1 : 0,
  )
  return {
    dfa: new LazyDfa(start, instructions),
    instructions,
    canStartWith,
    matchesEmpty: firstInstructions.some(({ kind }) => kind === 'match'),
  }
}

const toInstruction = (compiled: CompiledInstruction, classes: CharacterClasses): Instruction | undefined => {
  const { out, arg } = compiled
  switch (OPERATIONS[compiled.op]) {
    case 'alt':
      return { kind: 'split', first: out, second: arg }
    case 'pass':
      return { kind: 'pass', next: out }
    case 'assert':
      return { kind: 'assert', flags: arg, next: out }
    case 'class':
      return { kind: 'character', accepts: getCharacterClass(compiled, classes), next: out }
    case 'any':
      return { kind: 'character', accepts: acceptsAll, next: out }
    case 'anyNotNewline':
      return { kind: 'character', accepts: acceptsExceptNewline, next: out }
    case 'match':
      return { kind: 'match' }
    case 'fail':
      return { kind: 'fail' }
    case undefined:
      return undefined
  }
}

const acceptsAll = (): boolean => true
const acceptsExceptNewline = (codePoint: number): boolean => codePoint !== NEWLINE

/** Keyed by the accepted characters, so that the copies of a repeated class share one table. */
type CharacterClasses = Map<string, (codePoint: number) => boolean>

/** Most text is ASCII, and a table lookup is several times faster than a search in a list of ranges. */
const getCharacterClass = (
  compiled: CompiledInstruction,
  classes: CharacterClasses,
): ((codePoint: number) => boolean) => {
  const key = `${String(compiled.arg)}:${compiled.runes.join()}`
  const cached = classes.get(key)
  if (cached !== undefined) return cached
  const ascii = Uint8Array.from({ length: 128 }, (_, codePoint) => (compiled.matchRune(codePoint) ? 1 : 0))
  const accepts = (codePoint: number): boolean =>
    codePoint < 128 ? ascii[codePoint] === 1 : compiled.matchRune(codePoint)
  classes.set(key, accepts)
  return accepts
}

/** The instructions reachable without consuming a character, assuming that every assertion holds. */
const findReachable = (instructions: readonly Instruction[], start: number): Instruction[] => {
  const visited = new Set([start])
  for (const at of visited) {
    const instruction = instructions[at]
    if (instruction?.kind === 'split') visited.add(instruction.first).add(instruction.second)
    else if (instruction?.kind === 'assert' || instruction?.kind === 'pass') visited.add(instruction.next)
  }
  return [...visited].flatMap((at) => instructions[at] ?? [])
}
