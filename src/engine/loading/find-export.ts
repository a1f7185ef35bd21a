/** Finds the export of a module that langgraph.json names, and explains what is wrong if there is none. */
import { closest, distance } from 'fastest-levenshtein'
import { LoadError } from './load-error.js'

type ModuleExports = Record<string, unknown>

export const findExport = (module: ModuleExports, file: string, name: string): unknown => {
  const exports = unwrapCommonJs(module)
  const exported = exports[name]
  if (exported !== undefined) return exported
  const names = Object.keys(exports).filter((key) => key !== '__esModule' && key !== 'module.exports')
  if (name in exports)
    throw new LoadError(`the export ${name} of ${file} is undefined`, suggestExport(file, names, name))
  const found = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
  throw new LoadError(`${file} exports no ${name}; ${found}`, suggestExport(file, names, name))
}

/** In a project without `"type": "module"`, all exports of a TypeScript file may be under `default`. */
const unwrapCommonJs = (module: ModuleExports): ModuleExports => {
  const defaultExport = module['default'] as ModuleExports | undefined
  return defaultExport?.['__esModule'] === true ? defaultExport : module
}

const suggestExport = (file: string, names: string[], name: string): string => {
  const others = names.filter((other) => other !== name)
  const [first] = others
  if (first === undefined) return `add "export const ${name} = …" to ${file}`
  const best = closest(name, others)
  const isTypo = distance(name, best) <= Math.max(2, name.length / 3)
  const likely = isTypo || others.length === 1 ? best : undefined
  return likely === undefined
    ? `write "${file}:<export>" in langgraph.json with one of these names, or export ${name}`
    : `write "${file}:${likely}" in langgraph.json, or export ${name} from ${file}`
}
