// Reduces the OpenAPI document to what the types of the client need.

/** The native API has no routes for the store and for changing crons, so the client calls those of the LangGraph API. */
const LANGGRAPH_PATHS = /^\/(store\/|runs\/crons(\/\{cron_id\})?$|threads\/\{thread_id\}\/runs\/crons$)/

const isSelected = (path) => path.startsWith('/api/v1/') || LANGGRAPH_PATHS.test(path)

const mapValues = (record, map) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/** Examples of whole bodies are as long as the types; the API reference shows them. */
const withoutExamples = ({ content, ...body }) =>
  content === undefined
    ? body
    : { ...body, content: mapValues(content, ({ example: _example, ...mediaType }) => mediaType) }

/** Removes error responses, which have one type, and headers, which the client reads itself. */
const selectResponses = (responses) => {
  const successful = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return mapValues(Object.fromEntries(successful), ({ headers: _headers, ...response }) =>
    withoutExamples(response),
  )
}

const isIdempotencyKey = ({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'

const selectFields = (operation) => ({
  ...operation,
  parameters: operation.parameters?.filter((parameter) => !isIdempotencyKey(parameter)),
  ...(operation.requestBody && { requestBody: withoutExamples(operation.requestBody) }),
  responses: selectResponses(operation.responses),
})

/** "A string or any object" would become `string | Record<string, never>`, which accepts no object with fields. */
const openObjects = (value) => {
  if (Array.isArray(value)) return value.map(openObjects)
  if (typeof value !== 'object' || value === null) return value
  const schema = mapValues(value, openObjects)
  const isAnyObject =
    Array.isArray(schema.type) && schema.type.includes('object') && schema.properties === undefined
  return isAnyObject ? { additionalProperties: true, ...schema } : schema
}

/** Adds the names of the schemas that a value refers to, directly or through other schemas. */
const collectSchemas = (value, schemas, names) => {
  if (typeof value !== 'object' || value === null) return names
  const name = /^#\/components\/schemas\/(.+)$/.exec(value.$ref ?? '')?.[1]
  if (name !== undefined && !names.has(name)) collectSchemas(schemas[name], schemas, names.add(name))
  for (const child of Object.values(value)) collectSchemas(child, schemas, names)
  return names
}

export const selectOperations = (document) => {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => isSelected(path))
      .map(([path, operations]) => [path, mapValues(operations, selectFields)]),
  )
  const { schemas } = document.components
  const names = collectSchemas(paths, schemas, new Set(['Error']))
  const used = Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
  return openObjects({ ...document, paths, components: { schemas: used } })
}
