/** Arithmetic in a text, with a parser of its own: + - * / ^, mod, percent, brackets, square roots. */

type Token = { kind: 'number'; value: number } | { kind: 'sign'; sign: string }

interface Calculation {
  /** As it stands in the text. */
  expression: string
  /** Undefined: there is none, as in a division by zero. */
  result: number | undefined
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+`
const SIGN = String.raw`\*\*|[-+*/^%()×÷−·]|\bx\b|\b(?:plus|minus|times|multiplied by|divided by|to the power of|modulo|mod)\b|√|\b(?:the )?square root of\b|\bsquared\b`
const PIECE = new RegExp(String.raw`(${NUMBER})|(${SIGN})|(\bof\b)|\s+`, 'giy')

const SIGNS: Record<string, string> = {
  '**': '^',
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
  x: '*',
  plus: '+',
  minus: '-',
  times: '*',
  'multiplied by': '*',
  'divided by': '/',
  'to the power of': '^',
  mod: 'mod',
  modulo: 'mod',
  '√': 'sqrt',
  'square root of': 'sqrt',
  'the square root of': 'sqrt',
  squared: 'squared',
}

/** Recursive descent is as deep as the text is long. */
const LONGEST_EXPRESSION = 200

const tokensOf = (text: string): Token[] | undefined => {
  const tokens: Token[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < text.length) {
    const found = PIECE.exec(text)
    if (found === null) return undefined
    const [, number, sign, of] = found
    if (number !== undefined) tokens.push({ kind: 'number', value: Number(number.replaceAll(',', '')) })
    if (sign !== undefined) tokens.push({ kind: 'sign', sign: SIGNS[sign.toLowerCase()] ?? sign })
    // "15% of 80"
    if (of !== undefined) tokens.push({ kind: 'sign', sign: '*' })
  }
  return tokens
}

/** Undefined: not an expression. */
const evaluate = (tokens: readonly Token[]): number | undefined => {
  let at = 0
  const next = (...signs: string[]): string | undefined => {
    const token = tokens[at]
    if (token?.kind !== 'sign' || !signs.includes(token.sign)) return undefined
    at++
    return token.sign
  }
  const sum = (): number => {
    let left = product()
    for (let sign = next('+', '-'); sign !== undefined; sign = next('+', '-')) {
      const right = product()
      left = sign === '+' ? left + right : left - right
    }
    return left
  }
  const product = (): number => {
    let left = signed()
    for (let sign = next('*', '/', 'mod'); sign !== undefined; sign = next('*', '/', 'mod')) {
      const right = signed()
      left = sign === '*' ? left * right : sign === '/' ? left / right : left % right
    }
    return left
  }
  const signed = (): number => {
    const sign = next('-', '+', 'sqrt')
    if (sign === undefined) return power()
    const value = signed()
    return sign === '-' ? -value : sign === '+' ? value : Math.sqrt(value)
  }
  const power = (): number => {
    let base = atom()
    for (let sign = next('%', 'squared'); sign !== undefined; sign = next('%', 'squared')) {
      base = sign === '%' ? base / 100 : base ** 2
    }
    return next('^') === undefined ? base : base ** signed()
  }
  const atom = (): number => {
    if (next('(') !== undefined) {
      const value = sum()
      if (next(')') === undefined) throw new SyntaxError('unclosed bracket')
      return value
    }
    const token = tokens[at++]
    if (token?.kind !== 'number') throw new SyntaxError('a number is missing')
    return token.value
  }
  try {
    const value = sum()
    return at === tokens.length ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const asCalculation = (text: string): Calculation | undefined => {
  const expression = text.trim()
  if (expression === '' || expression.length > LONGEST_EXPRESSION) return undefined
  const tokens = tokensOf(expression)
  if (tokens === undefined || !tokens.some((token) => token.kind === 'sign')) return undefined
  const result = evaluate(tokens)
  if (result === undefined) return undefined
  return { expression, result: Number.isFinite(result) ? Number(result.toPrecision(12)) : undefined }
}

const SPOKEN: [RegExp, string][] = [
  [/\b(?:add|sum of)\s+(\S+)\s+(?:and|to|plus)\s+(\S+)/i, '$1 + $2'],
  [/\b(?:multiply|product of)\s+(\S+)\s+(?:by|and|with)\s+(\S+)/i, '$1 * $2'],
  [/\bdivide\s+(\S+)\s+by\s+(\S+)/i, '$1 / $2'],
  [/\bsubtract\s+(\S+)\s+from\s+(\S+)/i, '$2 - $1'],
]

// Only what is asked for: "order 10-17" is not a subtraction.
const ASKED =
  /(?:\bwhat(?:'s|’s| is| are)|\bcalculate|\bcompute|\bevaluate|\bsolve|\bwork out|\bcalculator (?:for|on|to)|\bhow much (?:is|are)|\b(?:result|value) of|=|:)\s+(.+)$/is

/** The calculation that a text asks for. */
export const calculationIn = (text: string): Calculation | undefined => {
  for (const [pattern, form] of SPOKEN) {
    const found = pattern.exec(text)?.[0]
    const spoken =
      found === undefined ? undefined : asCalculation(found.replace(pattern, form).replace(/[.,?!]+$/, ''))
    if (spoken !== undefined) return spoken
  }
  for (let rest: string | undefined = text; rest !== undefined; rest = ASKED.exec(rest)?.[1]) {
    // What follows the expression may be anything after a mark or a line break: "17 * 23? Answer briefly."
    const asked = rest.split(/[?!;=\n]|,\s|\.(?:\s|$)/, 1)[0] ?? ''
    const found = asCalculation(asked)
    if (found !== undefined) return found
  }
  return undefined
}

export const calculationAnswer = (text: string): string | undefined => {
  const calculation = calculationIn(text)
  if (calculation === undefined) return undefined
  if (calculation.result === undefined) return `${calculation.expression} has no result.`
  return `${calculation.expression} = ${String(calculation.result)}`
}
