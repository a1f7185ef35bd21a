/** Parses `detect_patterns`, which can be written in several forms, to one list. Paths look like `detect_patterns/0/ssn`. */

export type Report = (path: string, text: string) => void

export interface PatternEntry {
  path: string
  name: string
  /** Undefined if the entry only names a built-in pattern. */
  pattern?: string
}

const ROOT = 'detect_patterns'

export const parsePatternEntries = (value: unknown, report: Report): PatternEntry[] => {
  if (value === undefined) return []
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => parseItem(item, `${ROOT}/${String(index)}`, report))
  }
  if (isObject(value)) return parseMap(value, ROOT, report)
  report(ROOT, 'must be a list or a map of names to regular expressions')
  return []
}

const parseItem = (item: unknown, path: string, report: Report): PatternEntry[] => {
  if (typeof item === 'string') return [{ path, name: item }]
  if (!isObject(item) || Object.keys(item).length === 0) {
    report(path, 'must be the name of a built-in pattern or a name with a regular expression')
    return []
  }
  const { name, pattern, ...rest } = item
  const isNamed = typeof name === 'string' && Object.keys(rest).length === 0
  // `{ name: '[A-Z]\w+' }` without `pattern` is a pattern that is called "name".
  if (isNamed && typeof pattern === 'string') return [{ path: `${path}/pattern`, name, pattern }]
  return parseMap(item, path, report)
}

const parseMap = (map: Record<string, unknown>, path: string, report: Report): PatternEntry[] =>
  Object.entries(map).flatMap(([name, pattern]) => {
    const entryPath = `${path}/${name}`
    if (typeof pattern === 'string') return [{ path: entryPath, name, pattern }]
    // `- ssn:` in YAML is a name with the value null.
    if (pattern === null || pattern === true) return [{ path: entryPath, name }]
    report(entryPath, `pattern "${name}" must be a regular expression`)
    return []
  })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
