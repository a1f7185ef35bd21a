/**
 * Limits the work of an expression. CEL expressions always terminate, but three nested loops over a list of 1,000 items
 * take 10^9 steps, and the library's `matches` backtracks. The library limits only the size of an expression, so
 * expressions are rewritten before they run: loops, concatenations and matches go through functions that count steps.
 */
import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { LRUCache } from 'lru-cache'
import { compilePattern } from '../../json-schema/safe-pattern.js'

/** List elements visited, characters concatenated and characters searched in one evaluation. */
const MAX_STEPS = 1_000_000
/** RE2 takes 5 to 70 ns per character and instruction (November 2026). */
const PATTERN_INSTRUCTIONS_PER_STEP = 16

const LOOP_MACROS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

// Evaluation is synchronous, so a single counter is enough.
let stepsLeft = MAX_STEPS

const countSteps = (steps: number): void => {
  stepsLeft -= steps
  if (stepsLeft < 0) throw new Error(`takes more than ${MAX_STEPS.toLocaleString('en')} steps`)
}

export const withStepLimit = <T>(evaluate: () => T): T => {
  stepsLeft = MAX_STEPS
  return evaluate()
}

export const registerLimitFunctions = (environment: Environment): Environment =>
  environment
    .registerFunction('_sized(dyn): dyn', (value: unknown) => {
      countSteps(getSize(value))
      return value
    })
    .registerFunction('_join(dyn, string): string', (list: unknown, separator: string) => {
      if (!Array.isArray(list)) throw new Error('join() needs a list')
      for (const item of list) countSteps(separator.length + String(item).length)
      return list.join(separator)
    })
    .registerFunction('_matches(string, string): bool', matchPattern)

const getSize = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1
}

/** A pattern may be computed from the state, so patterns are compiled when they are used. */
const patterns = new LRUCache<string, ReturnType<typeof compilePattern>>({ max: 200 })

const getPattern = (source: string): ReturnType<typeof compilePattern> => {
  const compiled = patterns.get(source) ?? compilePattern(source)
  patterns.set(source, compiled)
  return compiled
}

const matchPattern = (subject: string, source: string): boolean => {
  const compiled = getPattern(source)
  if ('problem' in compiled) throw new Error(`the pattern ${source} of matches() ${compiled.problem}`)
  const { pattern } = compiled
  countSteps(1 + (subject.length * pattern.matcher('').programSize()) / PATTERN_INSTRUCTIONS_PER_STEP)
  return pattern.test(subject)
}

/** Returns the problem of the first literal pattern in an expression that RE2 rejects. */
export const findPatternProblem = (node: ASTNode): string | undefined => {
  if (node.op === 'rcall' && node.args[0] === 'matches') {
    const [argument] = node.args[2]
    const source = argument?.op === 'value' && typeof argument.args === 'string' ? argument.args : ''
    const compiled = getPattern(source)
    if ('problem' in compiled) return `has the pattern ${source}, which ${compiled.problem}`
  }
  for (const each of [node.args].flat(3) as unknown[]) {
    const problem = isNode(each) ? findPatternProblem(each) : undefined
    if (problem !== undefined) return problem
  }
  return undefined
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

/** Converts the syntax tree back to text, with the counting functions inserted. */
export const toBoundedText = (node: ASTNode): string => {
  switch (node.op) {
    case 'value':
      return toLiteral(node.args)
    case 'id':
      return node.args
    case '.':
    case '.?':
      return `${toBoundedText(node.args[0])}${node.op}${node.args[1]}`
    case '[]':
      return `${toBoundedText(node.args[0])}[${toBoundedText(node.args[1])}]`
    case '[?]':
      return `${toBoundedText(node.args[0])}[?${toBoundedText(node.args[1])}]`
    case 'call':
      return `${node.args[0]}(${toListText(node.args[1])})`
    case 'rcall':
      return toMethodText(...node.args)
    case 'list':
      return `[${toListText(node.args)}]`
    case 'map':
      return `{${node.args.map(([key, value]) => `${toBoundedText(key)}: ${toBoundedText(value)}`).join(', ')}}`
    case '?:':
      return `(${toBoundedText(node.args[0])} ? ${toBoundedText(node.args[1])} : ${toBoundedText(node.args[2])})`
    case '!_':
      return `(!${toBoundedText(node.args)})`
    case '-_':
      return `(-${toBoundedText(node.args)})`
    case '+':
      return `_sized(${toBoundedText(node.args[0])} + ${toBoundedText(node.args[1])})`
    default:
      return `(${toBoundedText(node.args[0])} ${node.op} ${toBoundedText(node.args[1])})`
  }
}

const toListText = (nodes: readonly ASTNode[]): string => nodes.map(toBoundedText).join(', ')

const toMethodText = (name: string, receiver: ASTNode, args: readonly ASTNode[]): string => {
  const target = toBoundedText(receiver)
  if (name === 'matches' && args.length === 1) return `_matches(${target}, ${toListText(args)})`
  if (name === 'join' && args.length <= 1)
    return `_join(${target}, ${args.length === 0 ? '""' : toListText(args)})`
  return `${LOOP_MACROS.has(name) ? `_sized(${target})` : target}.${name}(${toListText(args)})`
}

const toLiteral = (value: (ASTNode & { op: 'value' })['args']): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return /[.e]/.test(String(value)) ? String(value) : `${String(value)}.0`
  if (value instanceof Uint8Array) {
    return `b"${Array.from(value, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`
  }
  return typeof value === 'object' && value !== null ? `${String(value.valueOf())}u` : String(value)
}
