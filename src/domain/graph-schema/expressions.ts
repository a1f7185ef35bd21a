/** CEL expressions over the state of a graph: checked when an assistant is created, evaluated while the graph runs. */
import { Environment, Optional } from '@marcbachmann/cel-js'
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { findPatternProblem, toBoundedText, registerLimitFunctions, withStepLimit } from './limit-cel.js'
import { didYouMean } from './did-you-mean.js'

export type Scope = Readonly<Record<string, unknown>>
export type Expression = (scope: Scope) => unknown

const OPTIONS = { homogeneousAggregateLiterals: false, enableOptionalTypes: true } as const

const sourceLimits = {
  maxAstNodes: 500,
  maxDepth: 50,
  maxListElements: 200,
  maxMapEntries: 200,
  maxCallArguments: 16,
}
/** The rewritten expression has more parentheses and calls than the original. */
const rewrittenLimits = { ...sourceLimits, maxAstNodes: 2000, maxDepth: 250 }

/**
 * JSON has one number type; CEL has int and double, which do not mix. Numbers in the state are doubles. These operators
 * make `count + 1` and `size(items) * price` work.
 */
const allowMixedNumbers = (environment: Environment): Environment => {
  const operators: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
  }
  for (const [operator, compute] of Object.entries(operators)) {
    const computeMixed = (a: unknown, b: unknown): number => compute(Number(a), Number(b))
    environment.registerOperator(`int ${operator} double`, computeMixed)
    environment.registerOperator(`double ${operator} int`, computeMixed)
    if (operator === '%') environment.registerOperator('double % double', computeMixed)
  }
  return environment
}

const sourceEnvironment = allowMixedNumbers(new Environment({ ...OPTIONS, limits: sourceLimits }))
const rewrittenEnvironment = registerLimitFunctions(
  allowMixedNumbers(new Environment({ ...OPTIONS, limits: rewrittenLimits })),
)

/** Returns the problem of a variable name, or undefined if it is valid. */
export const findNameProblem = (name: string): string | undefined => {
  if (!/^[A-Za-z]\w{0,63}$/.test(name))
    return 'must consist of letters, digits and _, and start with a letter'
  try {
    const result = sourceEnvironment.clone().registerVariable(name, 'dyn').check(name)
    return result.valid && result.type === 'dyn' ? undefined : 'is a reserved word of the expression language'
  } catch {
    return 'is a reserved word of the expression language'
  }
}

/** Checks and compiles expressions that can read only these variables. */
export const makeExpressions = (variables: Iterable<string>) => {
  const names = [...variables]
  const declare = (base: Environment): Environment => {
    const environment = base.clone()
    for (const name of names) environment.registerVariable(name, 'dyn')
    return environment
  }
  const environment = declare(sourceEnvironment)
  const bounded = declare(rewrittenEnvironment)

  return {
    /** Returns the problem of an expression, or undefined. `type` is the required result type, if it is known statically. */
    findProblem(text: string, type?: 'bool'): string | undefined {
      const result = environment.check(text)
      if (result.valid) {
        return type === undefined || result.type === type || result.type === 'dyn'
          ? findPatternProblem(environment.parse(text).ast)
          : `must return ${type}, not ${String(result.type)}`
      }
      const { summary = 'is not an expression', range, code } = result.error ?? {}
      const unknownName = code === 'unknown_variable' ? /: (\w+)$/.exec(summary)?.[1] : undefined
      const hint = unknownName === undefined ? '' : didYouMean(unknownName, names)
      return `has an error at character ${String((range?.start ?? 0) + 1)}: ${summary}${hint}`
    },

    compile(text: string): Expression {
      const evaluate = bounded.parse(toBoundedText(environment.parse(text).ast))
      return (scope) => {
        try {
          return toJson(withStepLimit(() => evaluate(scope) as unknown))
        } catch (error) {
          const { summary, message } = error as { summary?: string; message: string }
          throw new Error(`${text.trim()}: ${summary ?? message}`, { cause: error })
        }
      }
    },
  }
}

export type Expressions = ReturnType<typeof makeExpressions>

/** Converts CEL values to JSON values. */
const toJson = (value: unknown): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new Error('the result is not a finite number')
      return value
    case 'bigint':
      if (!Number.isSafeInteger(Number(value))) throw new Error(`${String(value)} is too large for a number`)
      return Number(value)
    default:
      return value === null || value === undefined ? null : objectToJson(value)
  }
}

const objectToJson = (value: object): unknown => {
  if (Array.isArray(value)) return value.map(toJson)
  if (value instanceof UnsignedInt) return toJson(value.valueOf())
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Optional) return value.hasValue() ? toJson(value.value()) : null
  if (value instanceof Duration) return `${String(Number(value.seconds) + value.nanos / 1e9)}s`
  if (value.constructor !== Object)
    throw new Error(`the result is a ${value.constructor.name}, which is not a JSON value`)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]))
}
