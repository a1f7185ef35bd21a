/** An esbuild plugin that compiles stylesheets which use Tailwind CSS. Other stylesheets are left to esbuild. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { OnLoadResult, Plugin } from 'esbuild'

const TAILWIND_RULES =
  /@(tailwind|apply|theme|reference|config|plugin|source|utility|variant|custom-variant)\b|@import\s+(url\()?\s*["']?tailwindcss\b/

/** Calls `onDependency` with the stylesheets and plugins that Tailwind loads, because esbuild does not know about them. */
export const compileTailwind = (folder: string, onDependency: (file: string) => void): Plugin => ({
  name: 'tailwind',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.css$/ }, async ({ path }): Promise<OnLoadResult | undefined> => {
      const source = await readFile(path, 'utf8')
      if (!TAILWIND_RULES.test(source)) return undefined
      try {
        return { contents: await compileStylesheet(source, { path, folder, onDependency }), loader: 'css' }
      } catch (error) {
        return { errors: [{ text: (error as Error).message, location: { file: path } }] }
      }
    })
  },
})

interface CompileOptions {
  path: string
  folder: string
  onDependency: (file: string) => void
}

const compileStylesheet = async (
  source: string,
  { path, folder, onDependency }: CompileOptions,
): Promise<string> => {
  const [{ compile }, { Scanner }] = await Promise.all([
    import('@tailwindcss/node'),
    import('@tailwindcss/oxide'),
  ])
  const { root, sources, build } = await compile(source, {
    base: dirname(path),
    from: path,
    shouldRewriteUrls: true,
    onDependency: (file) => {
      if (!file.includes('/node_modules/')) onDependency(file)
    },
    customCssResolver: async (id, base) => findOwnStylesheet(id, base),
  })
  // `root` is the folder in which Tailwind looks for class names: null means the default, "none" only the `@source` rules.
  const scannedRoot =
    root === 'none' ? [] : [{ ...(root ?? { base: folder, pattern: '**/*' }), negated: false }]
  return build(new Scanner({ sources: [...scannedRoot, ...sources] }).scan())
}

/** Returns the stylesheet of the Tailwind that Heddle depends on if the project has none; undefined selects the project's. */
const findOwnStylesheet = (id: string, base: string): string | undefined => {
  const [, name] = /^tailwindcss(?:\/([\w-]+?)(?:\.css)?)?$/.exec(id) ?? []
  if (!id.startsWith('tailwindcss') || hasTailwind(base)) return undefined
  const file = join(
    dirname(createRequire(import.meta.url).resolve('tailwindcss/package.json')),
    `${name ?? 'index'}.css`,
  )
  return existsSync(file) ? file : undefined
}

const hasTailwind = (base: string): boolean => {
  try {
    createRequire(join(base, 'stylesheet.js')).resolve('tailwindcss/package.json')
    return true
  } catch {
    return false
  }
}
