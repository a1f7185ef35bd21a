/**
 * TypeScript types that compute the state, input, output and config of a graph from the type of its export. The
 * compiler evaluates them in a virtual file beside the file of the graph, so that imports resolve to the packages
 * of the project.
 */

/** Resolves to the file of the graph, whatever its path and the project's module settings are. */
export const GRAPH_MODULE = 'heddle:graph'

/** The type that is read before all others. The content of messages is part of most schemas. */
export const FIRST_TYPE = 'HeddleFirst'

const IMPORTS = `
import type * as HeddleModule from '${GRAPH_MODULE}'
import type { BaseMessage, ContentBlock } from '@langchain/core/messages'
import type { StateDefinition, StateType, UpdateType } from '@langchain/langgraph'
`

/**
 * `Expand` writes a type out as an object of plain properties, three levels deep, because the schema of a deeper
 * type could be endless. Messages stay as they are. The state is what the graph accepts as an update.
 */
const REFLECTION = `
export type ${FIRST_TYPE} = [ContentBlock, ContentBlock.Standard]
type Exported<T> = Awaited<T extends (...parameters: any[]) => infer Result ? Result : T>
type Compiled<T> = T extends { compile(...parameters: any[]): infer Result } ? Result : T
type GraphOf<T> = Compiled<Exported<T>>

type StateOf<G> = G extends { RunInput: any; RunOutput: infer Output }
  ? Output
  : G extends { '~InputType': infer Update; '~OutputType': any } ? Update : never

type DefinitionsOf<G> = G extends {
  builder: {
    _inputDefinition: infer Input extends StateDefinition
    _outputDefinition: infer Output extends StateDefinition
    _configSchema?: infer Config extends StateDefinition | undefined
  }
}
  ? { input: UpdateType<Input>; output: StateType<Output>; config: UpdateType<Exclude<Config, undefined>> }
  : never

type IsAny<T> = 0 extends 1 & T ? true : false
type NeverIfAny<T> = IsAny<T> extends true ? never : T
type WithoutOverwrite<T> = Exclude<T, { __overwrite__: any }>
type IsMessage<T> = [Extract<T, BaseMessage>] extends [never] ? false : true
type IsMessageList<T> = [T extends (infer Element)[] ? Extract<Element, BaseMessage> : never] extends [never]
  ? false
  : true

type ExpandField<T, Depth extends 0[]> = IsMessageList<T> extends true
  ? BaseMessage[]
  : IsMessage<T> extends true ? BaseMessage : Expand<T, [...Depth, 0]>

type Expand<T, Depth extends 0[] = []> = Depth['length'] extends 3
  ? any
  : T extends unknown
    ? { [Key in keyof T]: IsAny<T[Key]> extends true ? T[Key] : ExpandField<WithoutOverwrite<T[Key]>, Depth> }
    : never
`

export const SIDES = ['state', 'input', 'output', 'config'] as const

/** A type expression, and the name under which its schemas are exported. */
export interface ReflectedType {
  name: string
  expression: string
}

export const toAliasName = (name: string, side: string): string => `Heddle_${name}_${side}`

const reflectType = ({ name, expression }: ReflectedType): string => `
type Heddle_${name} = GraphOf<${expression}>
export type ${toAliasName(name, 'state')} = Expand<StateOf<Heddle_${name}>>
${SIDES.slice(1)
  .map(
    (side) =>
      `export type ${toAliasName(name, side)} = Expand<NeverIfAny<DefinitionsOf<Heddle_${name}>['${side}']>>`,
  )
  .join('\n')}
`

export const writeReflectionFile = (types: readonly ReflectedType[]): string =>
  [IMPORTS, REFLECTION, ...types.map(reflectType)].join('\n')
