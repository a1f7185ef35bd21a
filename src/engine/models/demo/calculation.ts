/** Finds and evaluates arithmetic in a text: + - * / ^, mod, percent, parentheses, square roots. */

type Token = { kind: 'number'; value: number } | { kind: 'operator'; operator: string }

interface Calculation {
  /** The expression as written in the text. */
  expression: string
  /** Undefined if the expression has no value, for example a division by zero. */
  result: number | undefined
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+`
const OPERATOR = String.raw`\*\*|[-+*/^%()×÷−·]|\bx\b|\b(?:plus|minus|times|multiplied by|divided by|to the power of|modulo|mod)\b|√|\b(?:the )?square root of\b|\bsquared\b`
const TOKEN_PATTERN = new RegExp(String.raw`(${NUMBER})|(${OPERATOR})|(\bof\b)|\s+`, 'giy')

const OPERATORS: Record<string, string> = {
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

/** Limits the depth of the recursive-descent parser. */
const MAX_EXPRESSION_LENGTH = 200

const tokenize = (text: string): Token[] | undefined => {
  const tokens: Token[] = []
  TOKEN_PATTERN.lastIndex = 0
  while (TOKEN_PATTERN.lastIndex < text.length) {
    const found = TOKEN_PATTERN.exec(text)
    if (found === null) return undefined
    const [, number, operator, ofWord] = found
    if (number !== undefined) tokens.push({ kind: 'number', value: Number(number.replaceAll(',', '')) })
    if (operator !== undefined)
      tokens.push({ kind: 'operator', operator: OPERATORS[operator.toLowerCase()] ?? operator })
    // "15% of 80"
    if (ofWord !== undefined) tokens.push({ kind: 'operator', operator: '*' })
  }
  return tokens
}

/** Returns undefined if the tokens are not an expression. */
const evaluate = (tokens: readonly Token[]): number | undefined => {
  let position = 0
  const takeOperator = (...operators: string[]): string | undefined => {
    const token = tokens[position]
    if (token?.kind !== 'operator' || !operators.includes(token.operator)) return undefined
    position++
    return token.operator
  }
  const parseSum = (): number => {
    let left = parseProduct()
    for (let operator = takeOperator('+', '-'); operator !== undefined; operator = takeOperator('+', '-')) {
      const right = parseProduct()
      left = operator === '+' ? left + right : left - right
    }
    return left
  }
  const parseProduct = (): number => {
    let left = parseSigned()
    for (
      let operator = takeOperator('*', '/', 'mod');
      operator !== undefined;
      operator = takeOperator('*', '/', 'mod')
    ) {
      const right = parseSigned()
      left = operator === '*' ? left * right : operator === '/' ? left / right : left % right
    }
    return left
  }
  const parseSigned = (): number => {
    const operator = takeOperator('-', '+', 'sqrt')
    if (operator === undefined) return parsePower()
    const value = parseSigned()
    return operator === '-' ? -value : operator === '+' ? value : Math.sqrt(value)
  }
  const parsePower = (): number => {
    let base = parseAtom()
    for (
      let operator = takeOperator('%', 'squared');
      operator !== undefined;
      operator = takeOperator('%', 'squared')
    ) {
      base = operator === '%' ? base / 100 : base ** 2
    }
    return takeOperator('^') === undefined ? base : base ** parseSigned()
  }
  const parseAtom = (): number => {
    if (takeOperator('(') !== undefined) {
      const value = parseSum()
      if (takeOperator(')') === undefined) throw new SyntaxError('unclosed bracket')
      return value
    }
    const token = tokens[position++]
    if (token?.kind !== 'number') throw new SyntaxError('a number is missing')
    return token.value
  }
  try {
    const value = parseSum()
    return position === tokens.length ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const parseCalculation = (text: string): Calculation | undefined => {
  const expression = text.trim()
  if (expression === '' || expression.length > MAX_EXPRESSION_LENGTH) return undefined
  const tokens = tokenize(expression)
  if (tokens === undefined || !tokens.some((token) => token.kind === 'operator')) return undefined
  const result = evaluate(tokens)
  if (result === undefined) return undefined
  return { expression, result: Number.isFinite(result) ? Number(result.toPrecision(12)) : undefined }
}

const SPOKEN_FORMS: [RegExp, string][] = [
  [/\b(?:add|sum of)\s+(\S+)\s+(?:and|to|plus)\s+(\S+)/i, '$1 + $2'],
  [/\b(?:multiply|product of)\s+(\S+)\s+(?:by|and|with)\s+(\S+)/i, '$1 * $2'],
  [/\bdivide\s+(\S+)\s+by\s+(\S+)/i, '$1 / $2'],
  [/\bsubtract\s+(\S+)\s+from\s+(\S+)/i, '$2 - $1'],
]

// A calculation must follow one of these phrases: "order 10-17" is not a subtraction.
const QUESTION_PREFIX =
  /(?:\bwhat(?:'s|’s| is| are)|\bcalculate|\bcompute|\bevaluate|\bsolve|\bwork out|\bcalculator (?:for|on|to)|\bhow much (?:is|are)|\b(?:result|value) of|=|:)\s+(.+)$/is

/** Finds the calculation that a text requests. */
export const findCalculation = (text: string): Calculation | undefined => {
  for (const [pattern, replacement] of SPOKEN_FORMS) {
    const found = pattern.exec(text)?.[0]
    const spoken =
      found === undefined
        ? undefined
        : parseCalculation(found.replace(pattern, replacement).replace(/[.,?!]+$/, ''))
    if (spoken !== undefined) return spoken
  }
  for (let rest: string | undefined = text; rest !== undefined; rest = QUESTION_PREFIX.exec(rest)?.[1]) {
    // The expression ends at a punctuation mark or a line break: "17 * 23? Answer briefly."
    const candidate = rest.split(/[?!;=\n]|,\s|\.(?:\s|$)/, 1)[0] ?? ''
    const found = parseCalculation(candidate)
    if (found !== undefined) return found
  }
  return undefined
}

export const respondToCalculation = (text: string): string | undefined => {
  const calculation = findCalculation(text)
  if (calculation === undefined) return undefined
  if (calculation.result === undefined) return `${calculation.expression} has no result.`
  return `${calculation.expression} = ${String(calculation.result)}`
}
