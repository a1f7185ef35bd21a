/** A small language of arithmetic: numbers, + - * / % ^, parentheses, functions and constants. */
const MAX_LENGTH = 1_000
const MAX_DEPTH = 100

const CONSTANTS = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
])

interface Fn {
  run: (...values: number[]) => number
  min: number
  max: number
}

const logOf = (value: number, base?: number): number =>
  base === undefined ? Math.log10(value) : Math.log(value) / Math.log(base)

/** 15 digits before rounding: 1.005 * 100 is 100.49999999999999. */
const roundTo = (value: number, digits = 0): number => {
  const factor = 10 ** digits
  return Math.round(Number((value * factor).toPrecision(15))) / factor
}

const OF_ONE = [
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

const FUNCTIONS = new Map<string, Fn>([
  ...OF_ONE.map((name): [string, Fn] => [name, { run: Math[name], min: 1, max: 1 }]),
  ['ln', { run: Math.log, min: 1, max: 1 }],
  ['log', { run: logOf, min: 1, max: 2 }],
  ['round', { run: roundTo, min: 1, max: 2 }],
  ['pow', { run: Math.pow, min: 2, max: 2 }],
  ['min', { run: Math.min, min: 1, max: 100 }],
  ['max', { run: Math.max, min: 1, max: 100 }],
])

export class NotArithmetic extends Error {
  override readonly name = 'NotArithmetic'
}

interface Token {
  kind: 'number' | 'name' | 'sign' | 'end'
  text: string
  at: number
}

const TOKEN = /\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z]\w*)|(\*\*|[-+*/%^(),]))/iy

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  // Signs that people and models write for the plain ones; each is one character, so positions hold.
  const source = text.replace(/[×·]/g, '*').replace(/÷/g, '/').replace(/[−–]/g, '-').trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < source.length) {
    const from = TOKEN.lastIndex
    const [whole, number, name, sign] = TOKEN.exec(source) ?? []
    if (whole === undefined) {
      const at = from + (source.slice(from).length - source.slice(from).trimStart().length)
      throw new NotArithmetic(`unexpected "${source.charAt(at)}" at position ${String(at + 1)}`)
    }
    const value = number ?? name ?? sign ?? ''
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign'
    tokens.push({
      kind,
      text: value === '**' ? '^' : value.toLowerCase(),
      at: from + whole.length - value.length,
    })
  }
  return tokens
}

/** Throws NotArithmetic, with the place, when the text is not an expression or has no finite value. */
export const calculate = (expression: string): number => {
  if (expression.length > MAX_LENGTH) {
    throw new NotArithmetic(`the expression is longer than ${String(MAX_LENGTH)} characters`)
  }
  const tokens = tokensOf(expression)
  let next = 0
  let depth = 0

  const peek = (): Token => tokens[next] ?? { kind: 'end', text: '', at: expression.length }
  const take = (...texts: string[]): string | undefined => {
    const { kind, text } = peek()
    if (kind !== 'sign' || !texts.includes(text)) return undefined
    next++
    return text
  }
  const unexpected = ({ kind, text, at }: Token): NotArithmetic =>
    new NotArithmetic(
      kind === 'end' ? 'the expression ends too early' : `unexpected "${text}" at position ${String(at + 1)}`,
    )

  const sum = (): number => {
    let value = product()
    for (let sign = take('+', '-'); sign !== undefined; sign = take('+', '-')) {
      value = sign === '+' ? value + product() : value - product()
    }
    return value
  }
  const product = (): number => {
    let value = signed()
    for (let sign = take('*', '/', '%'); sign !== undefined; sign = take('*', '/', '%')) {
      const right = signed()
      if (sign !== '*' && right === 0) throw new NotArithmetic('division by zero')
      value = sign === '*' ? value * right : sign === '/' ? value / right : value % right
    }
    return value
  }
  // As in mathematics -2^2 is -4, and 2^3^2 is 2^9.
  const signed = (): number => {
    if (++depth > MAX_DEPTH) throw new NotArithmetic('the expression is nested too deep')
    const sign = take('-', '+')
    const value = sign === undefined ? power() : sign === '-' ? -signed() : signed()
    depth--
    return value
  }
  const power = (): number => {
    const base = atom()
    return take('^') === undefined ? base : base ** signed()
  }
  const atom = (): number => {
    const token = peek()
    if (take('(') !== undefined) return closed(sum())
    if (token.kind === 'number') {
      next++
      return Number(token.text)
    }
    if (token.kind !== 'name') throw unexpected(token)
    next++
    return CONSTANTS.get(token.text) ?? applied(token)
  }
  const applied = (token: Token): number => {
    const found = FUNCTIONS.get(token.text)
    if (found === undefined)
      throw new NotArithmetic(`"${token.text}" is not known (position ${String(token.at + 1)})`)
    if (take('(') === undefined) throw unexpected(peek())
    const values = [sum()]
    while (take(',') !== undefined) values.push(sum())
    if (values.length < found.min || values.length > found.max) {
      throw new NotArithmetic(`${token.text} does not take ${String(values.length)} values`)
    }
    return closed(found.run(...values))
  }
  const closed = (value: number): number => {
    if (take(')') === undefined) throw unexpected(peek())
    return value
  }

  const value = sum()
  if (peek().kind !== 'end') throw unexpected(peek())
  if (!Number.isFinite(value)) throw new NotArithmetic('the result is not a finite number')
  return value
}
