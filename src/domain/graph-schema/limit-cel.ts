/**
 * Limits the work of an expression. CEL expressions always terminate, but three nested loops over a list of 1,000 items
 * take 10^9 steps, and `matches` accepts any regular expression. The library limits only the size of an expression, so
 * expressions are rewritten before they run: loops, concatenations and matches go through functions that count steps.
 */
import { createContext, Script, type Context } from 'node:vm'
import type { ASTNode, Environment } from '@marcbachmann/cel-js'

/** List elements visited and characters concatenated in one evaluation. */
const MAX_STEPS = 1_000_000
const MAX_MATCH_MS = 250

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
    .registerFunction('_matches(string, string): bool', matchWithTimeout)

const getSize = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1
}

let matcher: { context: Context; script: Script } | undefined

/** V8 checks the timeout of a vm script even while a regular expression backtracks; no other mechanism stops it. */
const matchWithTimeout = (subject: string, pattern: string): boolean => {
  matcher ??= { context: createContext(), script: new Script('expression.test(subject)') }
  matcher.context['expression'] = compilePattern(pattern)
  matcher.context['subject'] = subject
  try {
    return matcher.script.runInContext(matcher.context, { timeout: MAX_MATCH_MS }) as boolean
  } catch (error) {
    throw new Error(`matches() with ${pattern} takes more than ${String(MAX_MATCH_MS)} ms`, { cause: error })
  }
}

const compilePattern = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'u')
  } catch (error) {
    throw new Error(`${pattern} is not a regular expression`, { cause: error })
  }
}

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
