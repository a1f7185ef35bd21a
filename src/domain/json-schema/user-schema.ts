/** Rules for JSON Schemas that users write. */

/** The values of these keywords are JSON values, not schemas. */
export const NON_SCHEMA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples'])

export const isRegularExpression = (source: string): boolean => {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}
