/** The forms in which `detect_patterns` may be written, as one list. */

/** By path, such as `detect_patterns/0/ssn`. */
export type ValidationProblems = Record<string, string>
export type Report = (path: string, text: string) => void

export interface PatternEntry {
  path: string
  name: string
  /** Undefined where a built-in detector is named. */
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
  // `{ name: '[A-Z]\w+' }` alone is a pattern that is called "name".
  if (isNamed && typeof pattern === 'string') return [{ path: `${path}/pattern`, name, pattern }]
  return parseMap(item, path, report)
}

const parseMap = (map: Record<string, unknown>, path: string, report: Report): PatternEntry[] =>
  Object.entries(map).flatMap(([name, pattern]) => {
    const entryPath = `${path}/${name}`
    if (typeof pattern === 'string') return [{ path: entryPath, name, pattern }]
    // YAML's `- ssn:` is a name with nothing after it.
    if (pattern === null || pattern === true) return [{ path: entryPath, name }]
    report(entryPath, `pattern "${name}" must be a regular expression`)
    return []
  })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
