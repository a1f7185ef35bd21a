/**
 * Finds the variables of a TypeScript file that a graph uses as subgraphs: arguments of `addNode`, or variables
 * that the function of a node refers to. Only the syntax is read here; whether a variable is a graph is decided
 * by its type.
 */
import ts from 'typescript'

export interface SubgraphCandidate {
  /** The names of the nodes from the graph to the subgraph. */
  path: string[]
  /** Variables that may be the subgraph, in the order of their use. */
  variables: string[]
}

type Declarations = ReadonlyMap<string, ts.Expression | undefined>

/** A subgraph may contain itself only through another variable, so deeper paths come from a cycle. */
const MAX_DEPTH = 8

export const findSubgraphCandidates = (file: ts.SourceFile, exportName: string): SubgraphCandidate[] => {
  const declarations = collectDeclarations(file)
  const addedNodes = collectAddedNodes(file)

  /** The variable itself, and the builder variables from which its value is made, for example by `compile()`. */
  const listBuilders = (name: string, visited = new Set<string>()): string[] => {
    if (visited.has(name)) return []
    visited.add(name)
    const receiver = getReceiver(declarations.get(name))
    return receiver === undefined ? [name] : [name, ...listBuilders(receiver, visited)]
  }

  const find = (variable: string, path: string[]): SubgraphCandidate[] => {
    if (path.length >= MAX_DEPTH) return []
    const candidates = listBuilders(variable)
      .flatMap((builder) => addedNodes.get(builder) ?? [])
      .map(({ name, identifiers }) => ({
        path: [...path, name],
        variables: identifiers.filter((identifier) => declarations.has(identifier)),
      }))
      .filter(({ variables }) => variables.length > 0)
    return candidates.flatMap((candidate) => [
      candidate,
      ...candidate.variables.flatMap((name) => (name === variable ? [] : find(name, candidate.path))),
    ])
  }
  return find(toLocalName(file, exportName), [])
}

/** The variables and imports of the file's top level. An import has no initializer. */
const collectDeclarations = (file: ts.SourceFile): Declarations => {
  const declarations = new Map<string, ts.Expression | undefined>()
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name)) declarations.set(name.text, initializer)
    } else if (ts.isImportDeclaration(statement)) {
      const { name, namedBindings } = statement.importClause ?? {}
      if (name !== undefined) declarations.set(name.text, undefined)
      if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
        for (const element of namedBindings.elements) declarations.set(element.name.text, undefined)
    }
  }
  return declarations
}

interface AddedNode {
  name: string
  identifiers: string[]
}

/** The nodes that are added by `addNode` calls, by the variable of the graph to which they are added. */
const collectAddedNodes = (file: ts.SourceFile): Map<string, AddedNode[]> => {
  const addedNodes = new Map<string, AddedNode[]>()
  const visit = (node: ts.Node, owner: string | undefined): void => {
    const declared =
      ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.parent.parent.parent === file
        ? node.name.text
        : owner
    ts.forEachChild(node, (child) => {
      visit(child, declared)
    })
    const added = ts.isCallExpression(node) ? toAddedNode(node) : undefined
    // Without a declaration around it, the call is a statement: `builder.addNode(…)`.
    const graph = declared ?? getReceiver(node)
    if (added === undefined || graph === undefined) return
    addedNodes.set(graph, [...(addedNodes.get(graph) ?? []), added])
  }
  visit(file, undefined)
  return addedNodes
}

const toAddedNode = ({ expression, arguments: parameters }: ts.CallExpression): AddedNode | undefined => {
  const [name, action] = parameters
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'addNode') return undefined
  if (name === undefined || !ts.isStringLiteralLike(name) || action === undefined) return undefined
  return { name: name.text, identifiers: listIdentifiers(action) }
}

/** The identifiers whose values the code uses, without those that name a property, a parameter or a type. */
const listIdentifiers = (node: ts.Node): string[] => {
  if (ts.isIdentifier(node)) return [node.text]
  if (ts.isTypeNode(node)) return []
  const identifiers: string[] = []
  ts.forEachChild(node, (child) => {
    if (child !== (node as { name?: ts.Node }).name || ts.isShorthandPropertyAssignment(node))
      identifiers.push(...listIdentifiers(child))
  })
  return identifiers
}

/** The variable at the start of a chain of calls: `builder` in `builder.addEdge(…).compile()`. */
const getReceiver = (node: ts.Node | undefined): string | undefined => {
  if (node === undefined) return undefined
  if (ts.isIdentifier(node)) return node.text
  return ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isAwaitExpression(node)
    ? getReceiver(node.expression)
    : undefined
}

/** The variable that the file exports under the name: `export { local as name }` or `export default local`. */
const toLocalName = (file: ts.SourceFile, exportName: string): string => {
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement) && exportName === 'default' && ts.isIdentifier(statement.expression))
      return statement.expression.text
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined
    if (clause === undefined || !ts.isNamedExports(clause)) continue
    const element = clause.elements.find(({ name }) => name.text === exportName)
    if (element !== undefined) return (element.propertyName ?? element.name).text
  }
  return exportName
}
