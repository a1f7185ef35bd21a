/** Finds and evaluates arithmetic in a text: + - * / ^, mod, percent, parentheses, square roots. */
import { ArithmeticError, evaluateTokens, type Token } from '../../arithmetic.js'

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
  '%': 'percent',
  mod: '%',
  modulo: '%',
  '√': 'sqrt',
  'square root of': 'sqrt',
  'the square root of': 'sqrt',
  squared: 'squared',
}

const MAX_EXPRESSION_LENGTH = 200

const tokenize = (text: string): Token[] | undefined => {
  const tokens: Token[] = []
  TOKEN_PATTERN.lastIndex = 0
  while (TOKEN_PATTERN.lastIndex < text.length) {
    const found = TOKEN_PATTERN.exec(text)
    if (found === null) return undefined
    const [, number, operator, ofWord] = found
    const position = found.index
    if (number !== undefined) tokens.push({ kind: 'number', text: number.replaceAll(',', ''), position })
    if (operator !== undefined)
      tokens.push({ kind: 'operator', text: OPERATORS[operator.toLowerCase()] ?? operator, position })
    // "15% of 80"
    if (ofWord !== undefined) tokens.push({ kind: 'operator', text: '*', position })
  }
  return tokens
}

const parseCalculation = (text: string): Calculation | undefined => {
  const expression = text.trim()
  if (expression === '' || expression.length > MAX_EXPRESSION_LENGTH) return undefined
  const tokens = tokenize(expression)
  if (tokens === undefined || !tokens.some((token) => token.kind === 'operator')) return undefined
  try {
    return { expression, result: Number(evaluateTokens(tokens).toPrecision(12)) }
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error
    return error.kind === 'undefined' ? { expression, result: undefined } : undefined
  }
}

const WORD_FORMS: [RegExp, string][] = [
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
  for (const [pattern, replacement] of WORD_FORMS) {
    const found = pattern.exec(text)?.[0]
    const calculation =
      found === undefined
        ? undefined
        : parseCalculation(found.replace(pattern, replacement).replace(/[.,?!]+$/, ''))
    if (calculation !== undefined) return calculation
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
