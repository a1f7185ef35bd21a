/**
 * A page of a browser, as far as React needs one, and what users do with it: hooks are shown in it, and reloading it cuts every
 * connection that they held. Only what React looks for is made global: `fetch` and its kin stay those of Node. Hooks are given one
 * that minds the page's origin.
 */
import type { RenderHookResult } from '@testing-library/react'
import { Window } from 'happy-dom'
import { crossOriginFetch } from './cross-origin.js'

export interface RenderedHook<T> {
  /** As it was shown last. */
  current: () => T
  /** All that was shown, in order. */
  renders: readonly T[]
  /** Waits until what is shown passes. */
  waitUntil: (check: (shown: T) => void) => Promise<T>
}

export interface Page {
  render: <T>(hook: (load: PageLoad) => T) => RenderedHook<T>
  /** Takes down what is shown, and its connections. What is kept for the session stays. */
  reload: () => void
  close: () => Promise<void>
}

/** What belongs to one load of the page. */
interface PageLoad {
  fetch: typeof fetch
  callerOptions: { fetch: typeof fetch }
}

const WAIT_TIMEOUT_MS = 20_000
const POLL_INTERVAL_MS = 10

export const openPage = async (origin: string): Promise<Page> => {
  const window = new Window({ url: origin })
  const restoreGlobals = defineGlobals({ window, document: window.document, navigator: window.navigator })
  // React looks for the page when it is loaded.
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
      // The same in every render, or hooks would begin anew.
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

/** Returns how to make it as it was before. */
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
