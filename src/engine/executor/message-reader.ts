/**
 * Reads texts with LangChain's messages without promises. How a class is constructed is learned from LangChain: the first message of each class
 * is read by LangGraph's serializer, and the next ones are constructed with the class of the result.
 */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

type Kwargs = Record<string, unknown>

interface MessageClass {
  create: new (kwargs: Kwargs) => unknown
  /** The names of the constructor's arguments, by the names in JSON. */
  names: Map<string, string>
  aliases: Readonly<Record<string, string>>
}

interface ConstructorRecord {
  id: string[]
  kwargs: Kwargs
}

/** Thrown for what only the serializer can read. */
class UnsupportedError extends Error {}

const MESSAGE_ID = /^langchain_core\/messages\/\w+$/
/** Other names are converted in ways that only LangChain knows. */
const SIMPLE_NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

export class MessageReader {
  readonly #classes = new Map<string, MessageClass | null>()

  constructor(private readonly serializer: SerializerProtocol) {}

  /** Returns the value that the serializer would read. */
  read(text: string): Promise<unknown> {
    return this.readParsed(JSON.parse(text), () => text)
  }

  /** `parsed` is the value of the text as JSON. */
  async readParsed(parsed: unknown, getText: () => string): Promise<unknown> {
    try {
      for (const record of findClasses(parsed)) await this.#learn(record)
      return this.#revive(parsed)
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error
      return this.serializer.loadsTyped('json', getText())
    }
  }

  async #learn(record: ConstructorRecord): Promise<void> {
    const id = record.id.join('/')
    if (this.#classes.has(id)) return
    if (!MESSAGE_ID.test(id)) throw new UnsupportedError()
    const message = (await this.serializer.loadsTyped('json', JSON.stringify(record))) as object
    const { constructor } = message as { constructor: MessageClass['create'] }
    const isSupported = Object.getPrototypeOf(message) !== Object.prototype
    this.#classes.set(
      id,
      isSupported ? { create: constructor, names: new Map(), aliases: readAliases(constructor) } : null,
    )
  }

  #revive(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => this.#revive(item))
    if ('lc' in value) return isUndefinedRecord(value) ? undefined : this.#construct(value)
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__') throw new UnsupportedError()
      if (typeof member === 'object' && member !== null)
        (value as Record<string, unknown>)[name] = this.#revive(member)
    }
    return value
  }

  #construct(value: object): unknown {
    if (!isConstructorRecord(value)) throw new UnsupportedError()
    const messageClass = this.#classes.get(value.id.join('/'))
    if (messageClass == null) throw new UnsupportedError()
    const kwargs: Kwargs = {}
    for (const [name, member] of Object.entries(toPlainArgument(value.kwargs) as Kwargs))
      kwargs[toArgumentName(messageClass, name)] = member
    return new messageClass.create(kwargs)
  }
}

/** Yields the records of classes in arrays, objects and their members, but not those inside of other records. */
function* findClasses(value: unknown): Generator<ConstructorRecord> {
  if (typeof value !== 'object' || value === null) return
  if (isConstructorRecord(value)) yield value
  else for (const member of Object.values(value)) yield* findClasses(member)
}

const isConstructorRecord = (value: object): value is ConstructorRecord => {
  const { lc, type, id, kwargs } = value as Partial<ConstructorRecord> & { lc?: unknown; type?: unknown }
  return (
    lc === 1 &&
    type === 'constructor' &&
    Array.isArray(id) &&
    typeof kwargs === 'object' &&
    !Array.isArray(kwargs)
  )
}

const isUndefinedRecord = (value: object): boolean => {
  const { lc, type } = value as { lc?: unknown; type?: unknown }
  return lc === 2 && type === 'undefined'
}

/** Removes undefined members from the arguments of a constructor, as the serializer does. Throws if they contain other instances of classes. */
const toPlainArgument = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => toPlainArgument(item) ?? null)
  if ('lc' in value) {
    if (isUndefinedRecord(value)) return undefined
    throw new UnsupportedError()
  }
  for (const [name, member] of Object.entries(value)) {
    if (name === '__lc_escaped__' || name === '__proto__') throw new UnsupportedError()
    if (typeof member !== 'object' || member === null) continue
    const plain = toPlainArgument(member)
    if (plain === undefined) Reflect.deleteProperty(value, name)
    else (value as Kwargs)[name] = plain
  }
  return value
}

const readAliases = (constructor: { prototype: object }): Record<string, string> => {
  const aliases: Record<string, string> = {}
  for (
    let current: { prototype?: object } | null = constructor;
    current?.prototype !== undefined;
    current = Object.getPrototypeOf(current) as { prototype?: object } | null
  )
    Object.assign(aliases, Reflect.get(current.prototype, 'lc_aliases'))
  return Object.fromEntries(Object.entries(aliases).map(([name, jsonName]) => [jsonName, name]))
}

const toArgumentName = ({ names, aliases }: MessageClass, jsonName: string): string => {
  const known = names.get(jsonName)
  if (known !== undefined) return known
  const alias = aliases[jsonName]
  if (alias === undefined && !SIMPLE_NAME.test(jsonName)) throw new UnsupportedError()
  const name = alias ?? jsonName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  names.set(jsonName, name)
  return name
}
