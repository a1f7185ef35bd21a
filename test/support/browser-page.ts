/**
 * A minimal browser page for React tests. Hooks are rendered in it, and reloading it closes every connection that they hold.
 * Only the globals that React needs are defined; `fetch` and related globals stay Node's. Hooks get a `fetch` that applies the
 * CORS rules of the page's origin.
 */
import type { RenderHookResult } from '@testing-library/react'
import { Window } from 'happy-dom'
import { crossOriginFetch } from './cross-origin.js'

export interface RenderedHook<T> {
  /** Returns the latest value. */
  current: () => T
  /** The values of all renders, in order. */
  renders: readonly T[]
  /** Waits until the latest value passes the check. */
  waitUntil: (check: (shown: T) => void) => Promise<T>
}

export interface Page {
  render: <T>(hook: (load: PageLoad) => T) => RenderedHook<T>
  /** Unmounts the hooks and closes their connections. Session storage stays. */
  reload: () => void
  close: () => Promise<void>
}

/** The objects that belong to one load of the page. */
interface PageLoad {
  fetch: typeof fetch
  callerOptions: { fetch: typeof fetch }
}

const WAIT_TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 10

export const openPage = async (origin: string): Promise<Page> => {
  const window = new Window({ url: origin })
  const restoreGlobals = defineGlobals({ window, document: window.document, navigator: window.navigator })
  // React reads the globals when it is imported.
  const { cleanup, renderHook, waitFor } = await import('@testing-library/react')

  let pageLifetime = new AbortController()
  const reload = (): void => {
    cleanup()
    pageLifetime.abort()
    pageLifetime = new AbortController()
  }
  return {
    render: <T>(hook: (load: PageLoad) => T): RenderedHook<T> => {
      const { signal } = pageLifetime
      const originFetch = crossOriginFetch(origin)
      const abortableFetch: typeof fetch = (input, init) =>
        originFetch(input, {
          ...init,
          signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]),
        })
      // The same object in every render; otherwise the hooks would start again.
      const load: PageLoad = { fetch: abortableFetch, callerOptions: { fetch: abortableFetch } }
      const renders: T[] = []
      const { result }: RenderHookResult<T, unknown> = renderHook(() => {
        const shown = hook(load)
        renders.push(shown)
        return shown
      })
      return {
        renders,
        current: () => result.current,
        waitUntil: async (check) => {
          await waitFor(() => check(result.current), { timeout: WAIT_TIMEOUT_MS, interval: POLL_INTERVAL_MS })
          return result.current
        },
      }
    },
    reload,
    close: async () => {
      reload()
      restoreGlobals()
      await window.happyDOM.close()
    },
  }
}

/** Defines the globals and returns a function that restores the previous ones. */
const defineGlobals = (values: object): (() => void) => {
  const previous = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value: value as unknown, configurable: true, writable: true })
  return () => {
    for (const [name, descriptor] of previous)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, descriptor)
  }
}
