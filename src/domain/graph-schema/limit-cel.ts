/**
 * Holds the work of an expression within bounds. CEL always ends, but not always soon: three nested loops over a
 * list of a thousand are a thousand million steps, and `matches` takes any regular expression. The library bounds
 * the text of an expression only, so an expression is rewritten before it runs: what loops, grows or matches goes
 * through functions that count.
 */
import { createContext, Script, type Context } from 'node:vm'
import type { ASTNode, Environment } from '@marcbachmann/cel-js'

/** List elements gone through and characters joined, for one evaluation. */
const MAX_STEPS = 1_000_000
const MAX_MATCH_MS = 250

const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

// Evaluation is synchronous: one count at a time is enough.
let stepsLeft = MAX_STEPS

const spend = (steps: number): void => {
  stepsLeft -= steps
  if (stepsLeft < 0) throw new Error(`takes more than ${MAX_STEPS.toLocaleString('en')} steps`)
}

export const withinBounds = <T>(evaluate: () => T): T => {
  stepsLeft = MAX_STEPS
  return evaluate()
}

export const registerBounds = (environment: Environment): Environment =>
  environment
    .registerFunction('_sized(dyn): dyn', (value: unknown) => {
      spend(sizeOf(value))
      return value
    })
    .registerFunction('_join(dyn, string): string', (list: unknown, separator: string) => {
      if (!Array.isArray(list)) throw new Error('join() needs a list')
      for (const item of list) spend(separator.length + String(item).length)
      return list.join(separator)
    })
    .registerFunction('_matches(string, string): bool', matchesInTime)

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 1
}

let matching: { context: Context; script: Script } | undefined

/** V8 looks at the time limit of a script while a regular expression backtracks, and at nothing else. */
const matchesInTime = (subject: string, pattern: string): boolean => {
  matching ??= { context: createContext(), script: new Script('expression.test(subject)') }
  matching.context['expression'] = regularExpression(pattern)
  matching.context['subject'] = subject
  try {
    return matching.script.runInContext(matching.context, { timeout: MAX_MATCH_MS }) as boolean
  } catch (error) {
    throw new Error(`matches() with ${pattern} takes more than ${String(MAX_MATCH_MS)} ms`, { cause: error })
  }
}

const regularExpression = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'u')
  } catch (error) {
    throw new Error(`${pattern} is not a regular expression`, { cause: error })
  }
}

/** The expression again as text, with the counting functions put in. */
export const boundedText = (node: ASTNode): string => {
  switch (node.op) {
    case 'value':
      return literal(node.args)
    case 'id':
      return node.args
    case '.':
    case '.?':
      return `${boundedText(node.args[0])}${node.op}${node.args[1]}`
    case '[]':
      return `${boundedText(node.args[0])}[${boundedText(node.args[1])}]`
    case '[?]':
      return `${boundedText(node.args[0])}[?${boundedText(node.args[1])}]`
    case 'call':
      return `${node.args[0]}(${listText(node.args[1])})`
    case 'rcall':
      return methodText(...node.args)
    case 'list':
      return `[${listText(node.args)}]`
    case 'map':
      return `{${node.args.map(([key, value]) => `${boundedText(key)}: ${boundedText(value)}`).join(', ')}}`
    case '?:':
      return `(${boundedText(node.args[0])} ? ${boundedText(node.args[1])} : ${boundedText(node.args[2])})`
    case '!_':
      return `(!${boundedText(node.args)})`
    case '-_':
      return `(-${boundedText(node.args)})`
    case '+':
      return `_sized(${boundedText(node.args[0])} + ${boundedText(node.args[1])})`
    default:
      return `(${boundedText(node.args[0])} ${node.op} ${boundedText(node.args[1])})`
  }
}

const listText = (nodes: readonly ASTNode[]): string => nodes.map(boundedText).join(', ')

const methodText = (name: string, receiver: ASTNode, args: readonly ASTNode[]): string => {
  const target = boundedText(receiver)
  if (name === 'matches' && args.length === 1) return `_matches(${target}, ${listText(args)})`
  if (name === 'join' && args.length <= 1)
    return `_join(${target}, ${args.length === 0 ? '""' : listText(args)})`
  return `${LOOPS.has(name) ? `_sized(${target})` : target}.${name}(${listText(args)})`
}

const literal = (value: (ASTNode & { op: 'value' })['args']): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return /[.e]/.test(String(value)) ? String(value) : `${String(value)}.0`
  if (value instanceof Uint8Array) {
    return `b"${Array.from(value, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`
  }
  return typeof value === 'object' && value !== null ? `${String(value.valueOf())}u` : String(value)
}
