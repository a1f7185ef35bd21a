/** JSON Schemas that make a validator hang, overflow or allocate without limit, each with a value for it. */
interface EvilSchema {
  name: string
  schema: Record<string, unknown>
  value: unknown
  /** True if the schema must be refused where it enters. */
  isRefused?: true
}

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const toObject = <T>(count: number, make: (index: number) => [string, T]): Record<string, T> =>
  Object.fromEntries(repeat(count, make))

/** Each definition refers to the next one twice: validating with it takes 2^count steps. */
const doubling = (count: number, keyword: 'allOf' | 'anyOf', last: object) => ({
  $ref: '#/$defs/d0',
  $defs: toObject(count, (index) => {
    const next = { $ref: `#/$defs/d${index + 1}` }
    return [`d${index}`, index === count - 1 ? last : { [keyword]: [next, { ...next, title: 'again' }] }]
  }),
})
const nest = (depth: number): Record<string, unknown> =>
  JSON.parse(`${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`) as Record<string, unknown>

const LONG = 'a'.repeat(100_000)
const NUMBERS = repeat(20_000, (index) => index)
const FIELDS = toObject(5_000, (index) => [`${'a'.repeat(15)}${index}`, index])

export const EVIL_SCHEMAS: EvilSchema[] = [
  { name: 'a nested quantifier', schema: { pattern: '^(a+)+$' }, value: `${'a'.repeat(40)}!` },
  { name: 'a nested quantifier on a long text', schema: { pattern: '^(a+)+$' }, value: `${LONG}!` },
  { name: 'overlapping alternatives', schema: { pattern: '^(a|a|aa)+$' }, value: `${LONG}!` },
  { name: 'a large counted repetition', schema: { pattern: '(a?){64}a{64}b' }, value: LONG },
  { name: 'a pattern for names', schema: { propertyNames: { pattern: '^(a+)+$' } }, value: FIELDS },
  { name: 'patterns for names', schema: { patternProperties: toObject(150, (i) => [`(a+)+b${i}`, {}]) }, value: FIELDS },
  { name: 'many patterns on a long text', schema: { allOf: repeat(150, (i) => ({ pattern: `(a?){30}${i}?` })) }, value: LONG },
  { name: 'doubling references', schema: doubling(30, 'allOf', { type: ['number', 'string'] }), value: 'x' },
  { name: 'doubling alternatives', schema: doubling(30, 'anyOf', { type: 'boolean' }), value: 'x' },
  { name: 'a reference to itself', schema: { allOf: [{ $ref: '#' }] }, value: 1 },
  { name: 'a deep value', schema: { items: { $ref: '#' } }, value: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) },
  { name: 'many alternatives for each item', schema: { contains: { anyOf: repeat(400, (i) => ({ type: 'string', minLength: i })) } }, value: NUMBERS },
  { name: 'many searches of a list', schema: { allOf: repeat(240, () => ({ contains: { type: 'string' } })) }, value: NUMBERS },
  { name: 'a large enumeration', schema: { contains: { enum: repeat(5_000, (i) => `k${i}`) } }, value: NUMBERS },
  { name: 'many required names', schema: { items: { not: { required: repeat(6_000, (i) => `k${i}`) } } }, value: NUMBERS.map(() => ({})) },
  { name: 'unique items', schema: { uniqueItems: true }, value: NUMBERS.map((n) => ({ n, list: [n] })) },
  { name: 'unique items, many times', schema: { allOf: repeat(400, () => ({ uniqueItems: true })) }, value: NUMBERS },
  { name: 'lengths of a long text', schema: { allOf: repeat(400, (i) => ({ maxLength: 1_000_000 + i })) }, value: LONG },
  { name: 'unevaluated fields', schema: { allOf: repeat(100, (i) => ({ properties: { [`p${i}`]: true } })), unevaluatedProperties: false }, value: FIELDS },
  { name: 'the format url', schema: { format: 'url' }, value: `http://${':'.repeat(100_000)}` },
  { name: 'the format email', schema: { format: 'email' }, value: `${'a.'.repeat(50_000)}@` },
  { name: 'too many levels', schema: nest(2_000), value: 1, isRefused: true },
  { name: 'too many subschemas', schema: { anyOf: repeat(5_000, () => ({})) }, value: 1, isRefused: true },
  { name: 'too many bytes', schema: { description: 'x'.repeat(70_000) }, value: 1, isRefused: true },
  { name: 'too many patterns', schema: { anyOf: repeat(300, (i) => ({ pattern: `a${i}` })) }, value: 1, isRefused: true },
  { name: 'a remote reference', schema: { $ref: 'http://127.0.0.1:1/schema' }, value: 1, isRefused: true },
  { name: 'a lookahead', schema: { pattern: '^(?=(a+)+$)' }, value: 1, isRefused: true },
  { name: 'a backreference', schema: { pattern: '^(a+)\\1+$' }, value: 1, isRefused: true },
  { name: 'nested counted repetitions', schema: { pattern: '((a{0,50}){0,50}){0,50}' }, value: 1, isRefused: true },
  { name: 'asynchronous validation', schema: { $async: true }, value: 1, isRefused: true },
] // prettier-ignore
