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
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { isTracingEnabled } from '../../config.js'

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

const patchProvider = (provider: Partial<Provider> | undefined): void => {
  if (typeof provider?.runWithConfig !== 'function' || typeof provider.getInstance !== 'function') return
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

const patchedRoots = new Set<string>()

/** Patches the copies of LangChain that a project file gets through `import` and through `require`. */
export const bypassTracingFor = async (file: string): Promise<void> => {
  if (isTracingEnabled()) return
  try {
    const requirePath = createRequire(file).resolve('@langchain/core/singletons')
    const root = requirePath.slice(0, requirePath.lastIndexOf('dist'))
    if (root === '' || patchedRoots.has(root)) return
    patchedRoots.add(root)
    const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      exports?: Record<string, { import?: { default?: string } | string }>
    }
    const entry = exports?.['./singletons']?.import
    const importPath = typeof entry === 'string' ? entry : entry?.default
    for (const path of [requirePath, ...(importPath === undefined ? [] : [join(root, importPath)])]) {
      const module = (await import(pathToFileURL(path).href)) as {
        AsyncLocalStorageProviderSingleton?: Partial<Provider>
      }
      patchProvider(module.AsyncLocalStorageProviderSingleton)
    }
  } catch {
    // Without the patch everything works, only slower.
  }
}
