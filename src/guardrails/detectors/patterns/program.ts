/**
 * A pattern compiled by RE2, as a program that can be run one character at a time. `re2js` finds matches in a text that is
 * there as a whole; for a stream we must know, after every character, whether a match may still be open.
 */
import type { RE2JS } from 're2js'
import { NEWLINE, type Instruction } from './instructions.js'
import { States } from './lazy-dfa.js'

export interface Program {
  readonly states: States
  readonly instructions: readonly Instruction[]
  /** Whether a match can begin with this ASCII character; what is needed around it is not looked at. */
  readonly canBeginWith: Uint8Array
  readonly canBeEmpty: boolean
}

// The library's own numbers for its instructions. It is pinned to one version, and a number that is not here makes
// `programOf` give up, so that an update cannot change silently what is held back.
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
  matchRune(point: number): boolean
}

/** @returns undefined where the compiled pattern is not of the form known here. */
export const programOf = (pattern: RE2JS): Program | undefined => {
  const compiled = pattern.re2().prog as { start: number; inst: CompiledInstruction[] } | undefined
  if (compiled === undefined || !Array.isArray(compiled.inst)) return undefined
  const instructions: Instruction[] = []
  const classes: Classes = new Map()
  for (const each of compiled.inst) {
    const instruction = instructionOf(each, classes)
    if (instruction === undefined) return undefined
    instructions.push(instruction)
  }
  const { start } = compiled
  const beginnings = reachable(instructions, start)
  const canBeginWith = Uint8Array.from({ length: 128 }, (_, point) =>
    beginnings.some((each) => each.kind === 'character' && each.accepts(point)) ? 1 : 0,
  )
  return {
    states: new States(start, instructions),
    instructions,
    canBeginWith,
    canBeEmpty: beginnings.some(({ kind }) => kind === 'match'),
  }
}

const instructionOf = (compiled: CompiledInstruction, classes: Classes): Instruction | undefined => {
  const { out, arg } = compiled
  switch (OPERATIONS[compiled.op]) {
    case 'alt':
      return { kind: 'split', first: out, second: arg }
    case 'pass':
      return { kind: 'pass', next: out }
    case 'assert':
      return { kind: 'assert', flags: arg, next: out }
    case 'class':
      return { kind: 'character', accepts: classOf(compiled, classes), next: out }
    case 'any':
      return { kind: 'character', accepts: acceptsAll, next: out }
    case 'anyNotNewline':
      return { kind: 'character', accepts: acceptsNoNewline, next: out }
    case 'match':
      return { kind: 'match' }
    case 'fail':
      return { kind: 'fail' }
    case undefined:
      return undefined
  }
}

const acceptsAll = (): boolean => true
const acceptsNoNewline = (point: number): boolean => point !== NEWLINE

/** By what they accept: the copies that a repetition makes share one table. */
type Classes = Map<string, (point: number) => boolean>

/** Most text is ASCII, and looking a character up in a table is several times as fast as in a list of ranges. */
const classOf = (compiled: CompiledInstruction, classes: Classes): ((point: number) => boolean) => {
  const key = `${String(compiled.arg)}:${compiled.runes.join()}`
  const known = classes.get(key)
  if (known !== undefined) return known
  const ascii = Uint8Array.from({ length: 128 }, (_, point) => (compiled.matchRune(point) ? 1 : 0))
  const accepts = (point: number): boolean => (point < 128 ? ascii[point] === 1 : compiled.matchRune(point))
  classes.set(key, accepts)
  return accepts
}

/** What can be reached without reading a character, as if every assertion held. */
const reachable = (instructions: readonly Instruction[], start: number): Instruction[] => {
  const seen = new Set([start])
  for (const at of seen) {
    const instruction = instructions[at]
    if (instruction?.kind === 'split') seen.add(instruction.first).add(instruction.second)
    else if (instruction?.kind === 'assert' || instruction?.kind === 'pass') seen.add(instruction.next)
  }
  return [...seen].flatMap((at) => instructions[at] ?? [])
}
