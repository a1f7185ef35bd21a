/** Writes the schemas of typescript-json-schema as LangGraph's server does, which uses an older version of it. */
import type { JsonObject } from '../../schema/common.js'

/** `import("/path/to/file", { with: … }).` before the name of a type that another file declares. */
const IMPORT_PREFIX = /import\("[^"]*"(,\{with:\{[^}]*\}\})?\)\./g
/** Keys that are symbols. Their number changes from one extraction to the next, and JSON has no such keys. */
const SYMBOL_KEY = /^__@/
const REFERENCE_PREFIX = '#/definitions/'

export const normalizeSchema = (schema: JsonObject): JsonObject => {
  const names = shortenNames(Object.keys(schema['definitions'] ?? {}))
  return rewriteObject(schema, names)
}

/** From the name of each definition to its name without file paths. */
const shortenNames = (names: readonly string[]): Map<string, string> => {
  const shortNames = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names) {
    const shortName = name.replace(IMPORT_PREFIX, '')
    let uniqueName = shortName
    for (let index = 1; taken.has(uniqueName); index++) uniqueName = `${shortName}_${String(index)}`
    taken.add(uniqueName)
    shortNames.set(name, uniqueName)
  }
  return shortNames
}

const rewriteObject = (object: JsonObject, names: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
      if (key === '$ref' && typeof value === 'string') return [[key, rewriteReference(value, names)]]
      // Elements of a tuple have their labels as titles.
      if (key === 'items' && Array.isArray(value))
        return [[key, value.map((element) => rewrite(withoutTitle(element), names))]]
      if ((key === 'properties' || key === 'definitions') && isObject(value))
        return [[key, rewriteMembers(value, names)]]
      return [[key, rewrite(value, names)]]
    }),
  )

/** The keys are names of properties or definitions, not keywords of JSON Schema. */
const rewriteMembers = (members: JsonObject, names: ReadonlyMap<string, string>): JsonObject =>
  Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !SYMBOL_KEY.test(name))
      .map(([name, value]) => [names.get(name) ?? name, rewrite(value, names)]),
  )

const rewrite = (value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((element) => rewrite(element, names))
  return isObject(value) ? rewriteObject(value, names) : value
}

/** References are URL-encoded; LangGraph's server writes the name as it is. */
const rewriteReference = (reference: string, names: ReadonlyMap<string, string>): string => {
  const name = decodeURIComponent(reference).slice(REFERENCE_PREFIX.length)
  return `${REFERENCE_PREFIX}${names.get(name) ?? name}`
}

const withoutTitle = (element: unknown): unknown => {
  if (!isObject(element)) return element
  const { title: _, ...rest } = element
  return rest
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
