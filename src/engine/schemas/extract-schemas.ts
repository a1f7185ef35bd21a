/**
 * Derives the JSON Schemas of a graph from its TypeScript types. Type errors in the project do not matter: a type
 * that cannot be resolved is `any`.
 */
import ts from 'typescript'
import type { JsonSchemaGenerator } from 'typescript-json-schema'
import type { JsonObject } from '../../schema/common.js'
import { createProgram } from './create-program.js'
import { findSubgraphCandidates } from './find-subgraphs.js'
import { normalizeSchema } from './normalize-schema.js'
import type { GraphSchemas, GraphSource, TypeSchemas } from './protocol.js'
import { FIRST_TYPE, SIDES, toAliasName, writeReflectionFile } from './reflection-types.js'
import { makeSchemaGenerator } from './schema-generator.js'

const ROOT = 'root'

export const extractSchemas = ({ path, exportName }: GraphSource): TypeSchemas => {
  const text = ts.sys.readFile(path)
  if (text === undefined) throw new Error(`${path} cannot be read`)
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const candidates = findSubgraphCandidates(file, exportName)
  const variables = [...new Set(candidates.flatMap((candidate) => candidate.variables))]
  const types = [
    { name: ROOT, expression: `(typeof HeddleModule)[${JSON.stringify(exportName)}]` },
    ...variables.map((name) => ({ name, expression: `HeddleModule.${toLocalAlias(name)}` })),
  ]
  const { program, reflectionFile } = createProgram(
    path,
    `${text}\n${exportTypes(variables)}`,
    writeReflectionFile(types),
  )
  readTypesInOrder(program, reflectionFile)
  const graphFile = program.getSourceFile(path)
  if (graphFile === undefined) throw new Error(`the types of ${path} cannot be read`)
  const generator = makeSchemaGenerator(program, [graphFile, reflectionFile])
  const isGraph = makeGraphCheck(program, generator)
  const graphs = new Map(
    variables.filter(isGraph).map((variable) => [variable, describeType(generator, variable)]),
  )
  return {
    root: describeType(generator, ROOT),
    subgraphs: Object.fromEntries(
      candidates.flatMap((candidate) => {
        const [schemas] = candidate.variables.flatMap((name) => graphs.get(name) ?? [])
        return schemas === undefined ? [] : [[candidate.path.join('|'), schemas]]
      }),
    ),
  }
}

/** Types of variables that the file does not export; the reflection file imports them under these names. */
const toLocalAlias = (name: string): string => `HeddleLocal_${name}`
const exportTypes = (variables: readonly string[]): string =>
  variables.map((name) => `export type ${toLocalAlias(name)} = typeof ${name}`).join('\n')

/**
 * TypeScript sorts the alternatives of a union by the time at which it first read them. LangGraph's server checks
 * the files of the project first; reading in the same order gives schemas in the same order.
 */
const readTypesInOrder = (program: ts.Program, reflectionFile: ts.SourceFile): void => {
  const checker = program.getTypeChecker()
  for (const statement of reflectionFile.statements)
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === FIRST_TYPE)
      checker.getTypeAtLocation(statement)
  for (const file of program.getSourceFiles())
    if (!file.isDeclarationFile) program.getSemanticDiagnostics(file)
}

/** Graphs that can be invoked have `lg_is_pregel`; others can be compiled. */
const makeGraphCheck = (program: ts.Program, generator: JsonSchemaGenerator) => {
  const checker = program.getTypeChecker()
  return (variable: string): boolean => {
    const [found] = generator.getSymbols(toLocalAlias(variable))
    if (found === undefined) return false
    const type = checker.getDeclaredTypeOfSymbol(found.symbol)
    return ['lg_is_pregel', 'compile'].some((name) => checker.getPropertyOfType(type, name) !== undefined)
  }
}

const describeType = (generator: JsonSchemaGenerator, name: string): GraphSchemas =>
  Object.fromEntries(SIDES.map((side) => [side, describeSide(generator, toAliasName(name, side))]))

const describeSide = (generator: JsonSchemaGenerator, alias: string): JsonObject | undefined => {
  try {
    return normalizeSchema(generator.getSchemaForSymbol(alias) as JsonObject)
  } catch {
    // JSON Schema cannot express the type.
    return undefined
  }
}
