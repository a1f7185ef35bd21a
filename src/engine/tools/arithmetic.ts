/** Evaluates arithmetic expressions: numbers, + - * / % ^, parentheses, functions and constants. */
const MAX_LENGTH = 1_000
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

export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError'
}

interface Token {
  kind: 'number' | 'name' | 'operator' | 'end'
  text: string
  position: number
}

const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]\w*)|(\*\*|[-+*/%^(),]))/iy

const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  // Replaces typographic operators with ASCII ones. Each is a single character, so positions stay valid.
  const source = text.replace(/[×·]/g, '*').replace(/÷/g, '/').replace(/[−–]/g, '-').trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const start = TOKEN.lastIndex
    const [match, number, name, operator] = TOKEN.exec(source) ?? []
    if (match === undefined) {
      const position = start + (source.slice(start).length - source.slice(start).trimStart().length)
      throw new ArithmeticError(`unexpected "${source.charAt(position)}" at position ${String(position + 1)}`)
    }
    const value = number ?? name ?? operator ?? ''
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'operator'
    tokens.push({
      kind,
      text: value === '**' ? '^' : value.toLowerCase(),
      position: start + match.length - value.length,
    })
  }
  return tokens
}

/** Throws ArithmeticError, with the position, if the text is not an expression or has no finite value. */
export const calculate = (expression: string): number => {
  if (expression.length > MAX_LENGTH) {
    throw new ArithmeticError(`the expression is longer than ${String(MAX_LENGTH)} characters`)
  }
  const tokens = tokenize(expression)
  let index = 0
  let depth = 0

  const peek = (): Token => tokens[index] ?? { kind: 'end', text: '', position: expression.length }
  const takeOperator = (...texts: string[]): string | undefined => {
    const { kind, text } = peek()
    if (kind !== 'operator' || !texts.includes(text)) return undefined
    index++
    return text
  }
  const unexpected = ({ kind, text, position }: Token): ArithmeticError =>
    new ArithmeticError(
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
      if (operator !== '*' && right === 0) throw new ArithmeticError('division by zero')
      value = operator === '*' ? value * right : operator === '/' ? value / right : value % right
    }
    return value
  }
  // As in mathematics, -2^2 is -4 and 2^3^2 is 2^9.
  const parseSigned = (): number => {
    if (++depth > MAX_DEPTH) throw new ArithmeticError('the expression is nested too deep')
    const operator = takeOperator('-', '+')
    const value = operator === undefined ? parsePower() : operator === '-' ? -parseSigned() : parseSigned()
    depth--
    return value
  }
  const parsePower = (): number => {
    const base = parseAtom()
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
  const parseFunctionCall = (token: Token): number => {
    const fn = FUNCTIONS.get(token.text)
    if (fn === undefined)
      throw new ArithmeticError(`"${token.text}" is not known (position ${String(token.position + 1)})`)
    if (takeOperator('(') === undefined) throw unexpected(peek())
    const args = [parseSum()]
    while (takeOperator(',') !== undefined) args.push(parseSum())
    if (args.length < fn.minArgs || args.length > fn.maxArgs) {
      throw new ArithmeticError(`${token.text} does not take ${String(args.length)} values`)
    }
    return expectClosingParenthesis(fn.apply(...args))
  }
  const expectClosingParenthesis = (value: number): number => {
    if (takeOperator(')') === undefined) throw unexpected(peek())
    return value
  }

  const value = parseSum()
  if (peek().kind !== 'end') throw unexpected(peek())
  if (!Number.isFinite(value)) throw new ArithmeticError('the result is not a finite number')
  return value
}
