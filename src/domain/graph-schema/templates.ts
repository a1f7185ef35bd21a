/** Templates: text with expressions, such as `Hello {{ input.name }}`. */
import type { Expressions, Scope } from './expressions.js'

export type TemplatePart = { text: string } | { expression: string }

export class TemplateError extends Error {}

/** @throws TemplateError if an expression is not closed. */
export const parseTemplate = (template: string): TemplatePart[] => {
  const parts: TemplatePart[] = []
  let position = 0
  for (;;) {
    const open = template.indexOf('{{', position)
    const text = template.slice(position, open === -1 ? undefined : open)
    if (text !== '') parts.push({ text })
    if (open === -1) return parts
    const close = findClosing(template, open + 2)
    if (close === undefined) {
      throw new TemplateError(`has an unclosed {{ at character ${String(open + 1)}`)
    }
    parts.push({ expression: template.slice(open + 2, close) })
    position = close + 2
  }
}

/** Finds the closing braces, skipping braces of maps and of quoted text inside the expression. */
const findClosing = (template: string, from: number): number | undefined => {
  let depth = 0
  let quote = ''
  for (let index = from; index < template.length; index++) {
    const character = template.charAt(index)
    if (quote !== '') {
      if (character === '\\') index++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth++
    else if (character === '}' && depth > 0) depth--
    else if (character === '}' && template.charAt(index + 1) === '}') return index
  }
  return undefined
}

/** Yields all strings of a value, which are templates, with their paths. */
export function* findTemplates(value: unknown, path: string): Generator<[path: string, template: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findTemplates(item, `${path}/${String(index)}`)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* findTemplates(item, `${path}/${key}`)
  }
}

interface TextFormat {
  /** Converts the value of an expression to text. */
  format?: (value: unknown, partIndex: number) => string
  /** Converts the text outside of expressions. */
  formatLiteral?: (text: string) => string
}

/** Compiles a template that returns text. */
export const compileText = (
  template: string,
  expressions: Expressions,
  { format = toText, formatLiteral = (text) => text }: TextFormat = {},
): ((scope: Scope) => string) => {
  const parts = parseTemplate(template).map((part) =>
    'text' in part ? formatLiteral(part.text) : expressions.compile(part.expression),
  )
  return (scope) =>
    parts
      .map((part, partIndex) => (typeof part === 'string' ? part : format(part(scope), partIndex)))
      .join('')
}

/** Compiles a value whose strings are templates. A string that is a single expression keeps the type of its value. */
export const compileValue = (
  value: unknown,
  expressions: Expressions,
  formatLiteral?: TextFormat['formatLiteral'],
): ((scope: Scope) => unknown) => {
  if (typeof value === 'string') {
    const [first, second] = parseTemplate(value)
    return first !== undefined && second === undefined && 'expression' in first
      ? expressions.compile(first.expression)
      : compileText(value, expressions, formatLiteral && { formatLiteral })
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => compileValue(item, expressions, formatLiteral))
    return (scope) => items.map((item) => item(scope))
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, item]) => [key, compileValue(item, expressions, formatLiteral)] as const,
    )
    return (scope) => Object.fromEntries(fields.map(([key, item]) => [key, item(scope)]))
  }
  return () => value
}

/** Converts a value for insertion into text. */
export const toText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value === null ? '' : JSON.stringify(value)
}
