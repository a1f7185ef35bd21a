/**
 * Creates the generator of JSON Schemas for the types of a few files. `buildGenerator` of the library reads every declaration of the
 * program, including those of JavaScript and of all packages, which takes a third of an extraction (November 2026). The schemas only need
 * the types that they are generated for, and the classes that extend an abstract class: its schema lists them.
 */
import ts from 'typescript'
import { getDefaultArgs, JsonSchemaGenerator, type SymbolRef } from 'typescript-json-schema'

export const makeSchemaGenerator = (
  program: ts.Program,
  files: readonly ts.SourceFile[],
): JsonSchemaGenerator => {
  const checker = program.getTypeChecker()
  const symbols: SymbolRef[] = []
  const types: Record<string, ts.Type> = {}
  const subclasses: Record<string, string[]> = {}

  const addClass = (declaration: ts.ClassDeclaration): void => {
    const type = checker.getTypeAtLocation(declaration)
    const name = toName(checker, type.symbol)
    types[name] = type
    for (const base of type.getBaseTypes() ?? []) {
      const baseName = checker.typeToString(base, undefined, ts.TypeFormatFlags.UseFullyQualifiedType)
      ;(subclasses[baseName] ??= []).push(name)
    }
  }
  for (const file of program.getSourceFiles())
    if (!program.isSourceFileDefaultLibrary(file)) forEachSubclass(file, addClass)

  for (const file of files)
    for (const statement of file.statements)
      if (ts.isTypeAliasDeclaration(statement)) {
        const symbol = checker.getSymbolAtLocation(statement.name)
        if (symbol === undefined) continue
        const name = toName(checker, symbol)
        symbols.push({
          name,
          typeName: name,
          fullyQualifiedName: checker.getFullyQualifiedName(symbol),
          symbol,
        })
        types[name] = checker.getTypeAtLocation(statement)
      }
  return new JsonSchemaGenerator(symbols, types, {}, subclasses, checker, getDefaultArgs())
}

/** The qualified name without the path of its module. */
const toName = (checker: ts.TypeChecker, symbol: ts.Symbol): string =>
  checker.getFullyQualifiedName(symbol).replace(/".*"\./, '')

/** Visits the classes of a file and of its namespaces that extend another class. */
const forEachSubclass = (node: ts.Node, visit: (declaration: ts.ClassDeclaration) => void): void => {
  ts.forEachChild(node, (child) => {
    if (ts.isClassDeclaration(child)) {
      if (child.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)) visit(child)
    } else if (ts.isModuleDeclaration(child) || ts.isModuleBlock(child)) forEachSubclass(child, visit)
  })
}
