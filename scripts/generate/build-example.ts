/** Builds the examples of openapi.json. */
type Json = Record<string, unknown>

/** Returns the example of a schema, or one built from the examples of its properties. */
export const buildExample = (schema: Json, components: Record<string, Json>): unknown => {
  const { $ref, examples, properties, required, items, anyOf, type } = schema as {
    $ref?: string
    examples?: unknown[]
    properties?: Record<string, Json>
    required?: string[]
    items?: Json
    anyOf?: Json[]
    type?: string | string[]
  } & Json
  if ($ref !== undefined) return buildExample(components[$ref.split('/').at(-1) ?? ''] ?? {}, components)
  if (examples !== undefined) return examples[0]
  if ('const' in schema) return schema['const']
  if (anyOf !== undefined) return buildExample(anyOf.at(-1) ?? {}, components)
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, item]) => [name, buildExample(item, components)] as const,
    )
    // An optional field that is null says nothing.
    return Object.fromEntries(fields.filter(([name, value]) => value !== null || required?.includes(name)))
  }
  if (items !== undefined) return [buildExample(items, components)]
  if (schema['enum'] !== undefined) return (schema['enum'] as unknown[])[0]
  if (schema['format'] === 'uuid') return '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11'
  const [firstType = ''] = [type ?? []].flat()
  const byType: Json = {
    string: 'text',
    integer: 1,
    number: 0.5,
    boolean: false,
    object: {},
    null: null,
    array: [],
  }
  return byType[firstType] ?? null
}
