/**
 * Tracks the files of a project that this thread loads, and the imports that were not found, so that `heddle dev` reloads when one of
 * them changes. ES modules are seen by hooks of Node's loader; CommonJS modules by the methods of `Module` that `require` calls.
 */
import Module, { register } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { packageRoot, resolveBuildFile } from '../../platform/package-root.js'
import type { ModuleEvent } from './module-hooks.js'
import { isInNodeModules, toMissingTargets, type WatchTarget } from './watch-target.js'

interface CommonJsInternals {
  _resolveFilename: (
    request: string,
    parent: { filename?: string | null } | undefined,
    ...rest: unknown[]
  ) => string
  prototype: { load: (filename: string) => unknown }
}

/** `onTargets` receives each path once. The function that is returned reports what has been loaded up to the call. */
export const trackFiles = (onTargets: (targets: WatchTarget[]) => void): (() => void) => {
  const known = new Set<string>()
  let added: WatchTarget[] = []
  const flush = (): void => {
    if (added.length === 0) return
    onTargets(added)
    added = []
  }
  const add = (target: WatchTarget): void => {
    const key = `${target.path}\n${String(target.anyExtension)}`
    if (known.has(key)) return
    known.add(key)
    if (added.push(target) === 1) setImmediate(flush)
  }
  const addFile = (path: string): void => {
    if (isProjectFile(path)) add({ path, anyExtension: false })
  }
  const addMissing = (specifier: string, importer: string): void => {
    if (isProjectFile(importer)) for (const target of toMissingTargets(specifier, importer)) add(target)
  }
  trackCommonJs(addFile, addMissing)
  const receiveEvents = trackImports(addFile, addMissing)
  return () => {
    receiveEvents()
    flush()
  }
}

type AddMissing = (specifier: string, importer: string) => void

const trackImports = (addFile: (path: string) => void, addMissing: AddMissing): (() => void) => {
  const { port1, port2 } = new MessageChannel()
  const receive = (event: ModuleEvent): void => {
    if ('url' in event) {
      if (event.url.startsWith('file:')) addFile(fileURLToPath(event.url))
    } else if (event.parentUrl?.startsWith('file:') === true) {
      addMissing(event.specifier, fileURLToPath(event.parentUrl))
    }
  }
  port1.on('message', receive)
  port1.unref()
  const hooks = pathToFileURL(resolveBuildFile('module-hooks.js')).href
  register(hooks, { data: { port: port2 }, transferList: [port2] })
  return () => {
    for (;;) {
      const received = receiveMessageOnPort(port1)
      if (received === undefined) return
      receive(received.message as ModuleEvent)
    }
  }
}

const trackCommonJs = (addFile: (path: string) => void, addMissing: AddMissing): void => {
  const internals = Module as unknown as CommonJsInternals
  const { _resolveFilename: resolveFilename } = internals
  const { load } = internals.prototype
  internals.prototype.load = function (filename) {
    addFile(filename)
    return load.call(this, filename)
  }
  internals._resolveFilename = function (request, parent, ...rest) {
    try {
      return resolveFilename.call(this, request, parent, ...rest)
    } catch (error) {
      if (typeof parent?.filename === 'string') addMissing(request, parent.filename)
      throw error
    }
  }
}

/** Packages do not change while a project is developed. Workspaces are links, which Node resolves to folders outside of node_modules. */
const isProjectFile = (path: string): boolean =>
  !isInNodeModules(path) && !path.startsWith(join(packageRoot, 'dist') + sep) && dirname(path) !== path
