/**
 * LangChain keeps the configuration of the current runnable in AsyncLocalStorage. For each node it creates a
 * LangSmith run object to hold it and copies all callbacks to find out whether tracing is on, even when it is
 * off. That took a third of the time of a short run (November 2026). While tracing is off, this patch stores
 * the configuration in a plain object instead.
 *
 * A project brings its own copy of LangChain; both copies are patched. A copy that does not look as expected
 * is left alone.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { isTracingEnabled } from '../../config.js'
import { isRequired } from '../loading/is-required.js'

const CHILD_CONFIG = Symbol.for('lc:child_config')
const CONTEXT_VARIABLES = Symbol.for('lc:context_variables')
const TRACER = 'langchain_tracer'

type Store = Record<symbol | string, unknown> | undefined
type Handlers = { name?: string }[]

interface Provider {
  getInstance(): { getStore(): Store; run(store: Store, callback: () => unknown): unknown }
  runWithConfig(config: Config | undefined, callback: () => unknown, isBare?: boolean): unknown
}

interface Config {
  callbacks?: Handlers | { handlers?: Handlers }
}

/** The files of a project share a copy. */
const patchedProviders = new WeakSet<object>()

const patchProvider = (provider: Partial<Provider> | undefined): void => {
  if (typeof provider?.runWithConfig !== 'function' || typeof provider.getInstance !== 'function') return
  if (patchedProviders.has(provider)) return
  patchedProviders.add(provider)
  const { getInstance } = provider
  const runWithConfig = provider.runWithConfig.bind(provider)
  provider.runWithConfig = (config, callback, isBare) => {
    if (getHandlers(config).some(({ name }) => name === TRACER))
      return runWithConfig(config, callback, isBare)
    const storage = getInstance.call(provider)
    const variables = storage.getStore()?.[CONTEXT_VARIABLES]
    const stored = isBare ? undefined : { tracingEnabled: false, extra: { [CHILD_CONFIG]: config } }
    return storage.run(
      variables === undefined ? stored : { ...stored, [CONTEXT_VARIABLES]: variables },
      callback,
    )
  }
}

const getHandlers = (config: Config | undefined): Handlers => {
  const callbacks = config?.callbacks
  return Array.isArray(callbacks) ? callbacks : (callbacks?.handlers ?? [])
}

/** Patches our own copy of LangChain. */
export const bypassTracing = (): void => {
  if (!isTracingEnabled()) patchProvider(AsyncLocalStorageProviderSingleton)
}

const patchedFiles = new Set<string>()

/**
 * Patches the copies of LangChain that a project file has loaded through `import` and through `require`. Must be called when the file
 * has created its graph: a copy that was not loaded with `require` is not loaded for the patch, because that takes longer than the
 * rest of a start.
 */
export const bypassTracingFor = async (file: string): Promise<void> => {
  if (isTracingEnabled() || patchedFiles.has(file)) return
  patchedFiles.add(file)
  try {
    const requirePath = createRequire(file).resolve('@langchain/core/singletons')
    const root = requirePath.slice(0, requirePath.lastIndexOf('dist'))
    if (root === '') return
    const packageJsonPath = join(root, 'package.json')
    const { exports } = JSON.parse(await readFile(packageJsonPath, 'utf8')) as {
      exports?: Record<string, { import?: { default?: string } | string }>
    }
    const entry = exports?.['./singletons']?.import
    const importPath = typeof entry === 'string' ? entry : entry?.default
    if (isRequired(dirname(packageJsonPath))) await patchModule(requirePath)
    if (importPath !== undefined) await patchModule(join(root, importPath))
  } catch {
    // Without the patch everything works, only slower.
  }
}

const patchModule = async (path: string): Promise<void> => {
  const module = (await import(pathToFileURL(path).href)) as {
    AsyncLocalStorageProviderSingleton?: Partial<Provider>
  }
  patchProvider(module.AsyncLocalStorageProviderSingleton)
}
