// Libraries that only some installations use are not part of the bundles of dist/: each one is a file of its own below dist/libraries,
// which is loaded on first use. The published package contains them instead of depending on them, because their packages are several
// times larger than the part that is used.
import { copyFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const FOLDER = 'libraries'

/** Names of packages, with the names of their files. */
const LIBRARIES = {
  pg: 'pg',
  'pino-pretty': 'pino-pretty',
  '@scalar/fastify-api-reference': 'api-reference',
  typescript: 'typescript',
  'typescript-json-schema': 'typescript-json-schema',
}

/** ES modules whose only export is the default one. A CommonJS module that is imported as a default export is `module.exports`. */
const DEFAULT_EXPORTS = new Set(['@scalar/fastify-api-reference'])

/** Packages that a library loads only if they are installed, or only in its command-line program. */
const OPTIONAL_PACKAGES = ['pg-native', 'ts-node']

const isLibrary = (name) => Object.hasOwn(LIBRARIES, name)

/** An esbuild plugin that replaces imports of the libraries with imports of their files. `toPath` returns the path from the importer. */
const importLibraries = (toPath) => ({
  name: 'import-libraries',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      isLibrary(path) && kind !== 'entry-point'
        ? { path: toPath(`${LIBRARIES[path]}.cjs`), external: true }
        : undefined,
    )
  },
})

/** For the bundles of dist/, which load the libraries from dist/libraries. */
export const importLibrariesFromDist = importLibraries((file) => `./${FOLDER}/${file}`)

/** Writes the libraries to `<outdir>/libraries`. */
export const buildLibraries = async (options, outdir) => {
  const folder = join(outdir, FOLDER)
  await Promise.all(
    Object.entries(LIBRARIES).map(([name, file]) =>
      build({
        ...options,
        entryPoints: { [file]: name },
        outdir: folder,
        outExtension: { '.js': '.cjs' },
        format: 'cjs',
        minify: true,
        sourcemap: false,
        external: OPTIONAL_PACKAGES,
        plugins: [importLibraries((other) => `./${other}`)],
        ...(DEFAULT_EXPORTS.has(name) && { footer: { js: 'module.exports=module.exports.default' } }),
      }),
    ),
  )
  copyTypeScriptLibrary(join(options.absWorkingDir, folder))
}

/** The compiler reads the types of JavaScript itself from the folder of its own file. */
const copyTypeScriptLibrary = (folder) => {
  const source = dirname(createRequire(import.meta.url).resolve('typescript'))
  for (const name of readdirSync(source))
    if (/^lib\..*\.d\.ts$|^lib\.d\.ts$/.test(name)) copyFileSync(join(source, name), join(folder, name))
}
