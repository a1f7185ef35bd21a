/**
 * Evaluates arithmetic. Two tokenizers produce the tokens: tools/arithmetic.ts for the syntax of the calculator tool, and
 * models/demo/calculation.ts for calculations in natural language.
 */
const MAX_DEPTH = 100

const CONSTANTS = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

interface MathFunction {
  apply: (...args: number[]) => number
  minArgs: number
  maxArgs: number
}

const logarithm = (value: number, base?: number): number =>
  base === undefined ? Math.log10(value) : Math.log(value) / Math.log(base)

/** Reduces to 15 digits before rounding, because 1.005 * 100 is 100.49999999999999. */
const roundTo = (value: number, digits = 0): number => {
  const factor = 10 ** digits
  return Math.round(Number((value * factor).toPrecision(15))) / factor
}

const UNARY_FUNCTIONS = [
  'abs',
  'sqrt',
  'cbrt',
  'floor',
  'ceil',
  'exp',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
] as const

const FUNCTIONS = new Map<string, MathFunction>([
  ...UNARY_FUNCTIONS.map((name): [string, MathFunction] => [
    name,
    { apply: Math[name], minArgs: 1, maxArgs: 1 },
  ]),
  ['ln', { apply: Math.log, minArgs: 1, maxArgs: 1 }],
  ['log', { apply: logarithm, minArgs: 1, maxArgs: 2 }],
  ['round', { apply: roundTo, minArgs: 1, maxArgs: 2 }],
  ['pow', { apply: Math.pow, minArgs: 2, maxArgs: 2 }],
  ['min', { apply: Math.min, minArgs: 1, maxArgs: 100 }],
  ['max', { apply: Math.max, minArgs: 1, maxArgs: 100 }],
])

/** `syntax`: the tokens are not an expression; `undefined`: the expression has no finite value. */
export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError'
  constructor(
    readonly kind: 'syntax' | 'undefined',
    message: string,
  ) {
    super(message)
  }
}

export interface Token {
  kind: 'number' | 'name' | 'operator' | 'end'
  /**
   * A number without separators, the name of a function or constant, or an operator: + - * / % ^ ( ) and the comma, the
   * prefix operator `sqrt`, the postfix operators `percent` and `squared`. `%` is modulo.
   */
  text: string
  position: number
}

/** Throws ArithmeticError, with the position, if the tokens are not an expression or have no finite value. */
export const evaluateTokens = (tokens: readonly Token[]): number => {
  let index = 0
  let depth = 0
  let zeroDivisions = 0

  const peek = (): Token => tokens[index] ?? { kind: 'end', text: '', position: 0 }
  const takeOperator = (...texts: string[]): string | undefined => {
    const { kind, text } = peek()
    if (kind !== 'operator' || !texts.includes(text)) return undefined
    index++
    return text
  }
  const unexpected = ({ kind, text, position }: Token): ArithmeticError =>
    new ArithmeticError(
      'syntax',
      kind === 'end'
        ? 'the expression ends too early'
        : `unexpected "${text}" at position ${String(position + 1)}`,
    )

  const parseSum = (): number => {
    let value = parseProduct()
    for (let operator = takeOperator('+', '-'); operator !== undefined; operator = takeOperator('+', '-')) {
      value = operator === '+' ? value + parseProduct() : value - parseProduct()
    }
    return value
  }
  const parseProduct = (): number => {
    let value = parseSigned()
    for (
      let operator = takeOperator('*', '/', '%');
      operator !== undefined;
      operator = takeOperator('*', '/', '%')
    ) {
      const right = parseSigned()
      if (operator !== '*' && right === 0) zeroDivisions++
      value = operator === '*' ? value * right : operator === '/' ? value / right : value % right
    }
    return value
  }
  // As in mathematics, -2^2 is -4 and 2^3^2 is 2^9.
  const parseSigned = (): number => {
    if (++depth > MAX_DEPTH) throw new ArithmeticError('syntax', 'the expression is nested too deep')
    const operator = takeOperator('-', '+', 'sqrt')
    const value = operator === undefined ? parsePower() : parseSigned()
    depth--
    return operator === '-' ? -value : operator === 'sqrt' ? Math.sqrt(value) : value
  }
  const parsePower = (): number => {
    let base = parseAtom()
    for (
      let operator = takeOperator('percent', 'squared');
      operator !== undefined;
      operator = takeOperator('percent', 'squared')
    ) {
      base = operator === 'percent' ? base / 100 : base ** 2
    }
    return takeOperator('^') === undefined ? base : base ** parseSigned()
  }
  const parseAtom = (): number => {
    const token = peek()
    if (takeOperator('(') !== undefined) return expectClosingParenthesis(parseSum())
    if (token.kind === 'number') {
      index++
      return Number(token.text)
    }
    if (token.kind !== 'name') throw unexpected(token)
    index++
    return CONSTANTS.get(token.text) ?? parseFunctionCall(token)
  }
  const parseFunctionCall = ({ text, position }: Token): number => {
    const fn = FUNCTIONS.get(text)
    if (fn === undefined)
      throw new ArithmeticError('syntax', `"${text}" is not known (position ${String(position + 1)})`)
    if (takeOperator('(') === undefined) throw unexpected(peek())
    const args = [parseSum()]
    while (takeOperator(',') !== undefined) args.push(parseSum())
    if (args.length < fn.minArgs || args.length > fn.maxArgs) {
      throw new ArithmeticError('syntax', `${text} does not take ${String(args.length)} values`)
    }
    return expectClosingParenthesis(fn.apply(...args))
  }
  const expectClosingParenthesis = (value: number): number => {
    if (takeOperator(')') === undefined) throw unexpected(peek())
    return value
  }

  const value = parseSum()
  if (peek().kind !== 'end') throw unexpected(peek())
  // Reported after the whole expression is parsed, so that a syntax error takes precedence.
  if (zeroDivisions > 0) throw new ArithmeticError('undefined', 'division by zero')
  if (!Number.isFinite(value)) throw new ArithmeticError('undefined', 'the result is not a finite number')
  return value
}
