/** Creates the TypeScript program of a graph: its file with added type exports, and the reflection file beside it. */
import { dirname, extname, join, sep } from 'node:path'
import ts from 'typescript'
import { GRAPH_MODULE } from './reflection-types.js'

interface ReflectionProgram {
  program: ts.Program
  reflectionFile: ts.SourceFile
}

export const createProgram = (path: string, graphText: string, reflectionText: string): ReflectionProgram => {
  const folder = dirname(path)
  const reflectionPath = join(folder, `__heddle_schemas__${extname(path)}`)
  const tsconfig = ts.findConfigFile(folder, ts.sys.fileExists)
  const options = readCompilerOptions(tsconfig)
  const host = createHost(tsconfig ?? '', options, {
    [path]: graphText,
    [reflectionPath]: reflectionText,
  })
  const resolutions = ts.createModuleResolutionCache(folder, (name) => name, options)
  const graphModule = { resolvedFileName: path, extension: extname(path), isExternalLibraryImport: false }
  host.resolveModuleNameLiterals = (literals, containingFile, redirect, settings, source) =>
    literals.map((literal) => {
      if (literal.text === GRAPH_MODULE) return { resolvedModule: graphModule }
      const mode = ts.getModeForUsageLocation(source, literal, settings)
      return ts.resolveModuleName(literal.text, containingFile, settings, host, resolutions, redirect, mode)
    })
  const program = ts.createProgram({ rootNames: [reflectionPath], options, host })
  const reflectionFile = program.getSourceFile(reflectionPath)
  if (reflectionFile === undefined) throw new Error(`${path} is not a TypeScript file`)
  return { program, reflectionFile }
}

/** LangGraph's server sets these options too; `strict` decides whether a property may be undefined. */
const FIXED_OPTIONS: ts.CompilerOptions = { noEmit: true, strict: true, allowUnusedLabels: true }

const readCompilerOptions = (tsconfig: string | undefined): ts.CompilerOptions => {
  if (tsconfig === undefined) return FIXED_OPTIONS
  const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile) as { config?: object }
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, dirname(tsconfig))
  return { ...options, ...FIXED_OPTIONS }
}

/**
 * The parsed files of packages, by tsconfig.json and path. They are shared by the graphs of a project: parsing them
 * takes about a third of an extraction (November 2026).
 */
const parsedFiles = new Map<string, ts.SourceFile | undefined>()
const PACKAGES = `${sep}node_modules${sep}`
/** The types of JavaScript itself. In a build from a clone, they are outside of node_modules. */
const isLibraryFile = (name: string): boolean =>
  name.includes(PACKAGES) || dirname(name) === dirname(ts.sys.getExecutingFilePath())

const createHost = (
  tsconfig: string,
  options: ts.CompilerOptions,
  virtualFiles: Readonly<Record<string, string>>,
): ts.CompilerHost => {
  const host = ts.createCompilerHost(options, true)
  const getParsedFile: ts.CompilerHost['getSourceFile'] = (name, languageVersion, onError) => {
    const key = `${tsconfig}\n${name}`
    if (!parsedFiles.has(key)) parsedFiles.set(key, host.getSourceFile(name, languageVersion, onError))
    return parsedFiles.get(key)
  }
  return {
    ...host,
    fileExists: (name) => name in virtualFiles || host.fileExists(name),
    readFile: (name) => virtualFiles[name] ?? host.readFile(name),
    getSourceFile: (name, languageVersion, onError) => {
      const text = virtualFiles[name]
      if (text !== undefined) return ts.createSourceFile(name, text, languageVersion, true)
      return isLibraryFile(name)
        ? getParsedFile(name, languageVersion, onError)
        : host.getSourceFile(name, languageVersion, onError)
    },
  }
}
