/**
 * Hooks of Node's module loader, which run in a thread of their own. They report each file that is imported and each import that is not
 * found. They are registered before the TypeScript compiler, so they also see the paths that the compiler tries for an alias.
 */
import type { InitializeHook, LoadHook, ResolveHook } from 'node:module'
import type { MessagePort } from 'node:worker_threads'

export type ModuleEvent = { url: string } | { specifier: string; parentUrl: string | undefined }

let port: MessagePort | undefined

export const initialize: InitializeHook<{ port: MessagePort }> = (data) => {
  port = data.port
}

const report = (event: ModuleEvent): void => {
  port?.postMessage(event)
}

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context)
  } catch (error) {
    report({ specifier, parentUrl: context.parentURL })
    throw error
  }
}

export const load: LoadHook = (url, context, nextLoad) => {
  report({ url })
  return nextLoad(url, context)
}
