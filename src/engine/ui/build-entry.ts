/**
 * Bundles the components of one graph into a script that `LoadExternalComponent` of the SDK can load. The script defines the global
 * `__LGUI_<graph>` with a function `render`. React and the SDK are not bundled: the components must share them with the page.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, formatMessages, type BuildFailure, type Metafile } from 'esbuild'
import { providePageModules } from './page-modules.js'
import { toGlobalName, type UiBuild, type UiBuildOptions } from './protocol.js'
import { compileTailwind } from './tailwind.js'

type EntryOptions = Omit<UiBuildOptions, 'entries'> & { graphId: string; entry: string }

/** The names of the output files are `entrypoint.js` and `entrypoint.css`, as on LangGraph's server. */
const OUTPUT_NAME = 'entrypoint'

export const buildEntry = async ({ folder, shared, graphId, entry }: EntryOptions): Promise<UiBuild> => {
  const entryFile = resolve(folder, entry)
  const stylesheets = new Set<string>()
  try {
    const { outputFiles, metafile } = await build({
      stdin: { contents: toEntrySource(entryFile), resolveDir: folder, sourcefile: 'heddle-ui-entry.js' },
      absWorkingDir: folder,
      // Nothing is written; esbuild needs the folder to name the output files.
      write: false,
      outdir: join(folder, 'dist'),
      entryNames: OUTPUT_NAME,
      globalName: toGlobalName(graphId),
      bundle: true,
      platform: 'browser',
      target: 'es2020',
      jsx: 'automatic',
      metafile: true,
      logLevel: 'silent',
      plugins: [providePageModules(shared), compileTailwind(folder, (file) => stylesheets.add(file))],
    })
    return {
      graphId,
      files: outputFiles.map(({ path, contents }) => ({
        name: path.slice(join(folder, 'dist').length + 1),
        contents,
      })),
      problem: '',
      inputs: [...new Set([entryFile, ...listInputs(folder, metafile), ...stylesheets])],
    }
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>
    if (errors === undefined) throw error
    const files = errors.flatMap(({ location }) =>
      location === null ? [] : [resolve(folder, location.file)],
    )
    return {
      graphId,
      files: undefined,
      problem: (await formatMessages(errors, { kind: 'error' })).join('').trim(),
      inputs: [...new Set([entryFile, ...files.filter((file) => existsSync(file)), ...stylesheets])],
    }
  }
}

/** `render` hands the component to the `LoadExternalComponent` whose shadow root has loaded the script. */
const toEntrySource = (entryFile: string): string => `
import components from ${JSON.stringify(entryFile)}

export const render = (name, shadowRootId) => {
  const component = components[name]
  if (component === undefined)
    throw new Error('The default export of ' + ${JSON.stringify(entryFile)} + ' has no component "' + name + '"')
  // The page may have removed the component while the script was loading.
  const shadowRoot = document.getElementById(shadowRootId)?.shadowRoot
  if (shadowRoot == null) return
  const target = shadowRoot.appendChild(document.createElement('div'))
  window[Symbol.for('LGUI_EXT_STORE')].respond(shadowRootId, component, target)
}
`

/** Lists the files of the project itself; packages in node_modules and modules of the page are left out. */
const listInputs = (folder: string, { inputs }: Metafile): string[] =>
  Object.keys(inputs)
    .filter((input) => !/(^|\/)node_modules\//.test(input))
    .map((input) => resolve(folder, input))
    .filter((file) => existsSync(file))
