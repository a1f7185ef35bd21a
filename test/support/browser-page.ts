/**
 * A page of a browser, as far as React needs one, and what users do with it: hooks are shown in it, and reloading it cuts every
 * connection that they held. Only what React looks for is made global: `fetch` and its kin stay those of Node. Hooks are given one
 * that minds the page's origin.
 */
import type { RenderHookResult } from '@testing-library/react'
import { Window } from 'happy-dom'
import { crossOriginFetch } from './cross-origin.js'

export interface Shown<T> {
  /** As it was shown last. */
  now: () => T
  /** All that was shown, in order. */
  seen: readonly T[]
  /** Waits until what is shown passes. */
  until: (check: (shown: T) => void) => Promise<T>
}

export interface Page {
  show: <T>(hook: (load: Load) => T) => Shown<T>
  /** Takes down what is shown, and its connections. What is kept for the session stays. */
  reload: () => void
  close: () => Promise<void>
}

/** What belongs to one load of the page. */
interface Load {
  fetch: typeof fetch
  callerOptions: { fetch: typeof fetch }
}

const PATIENCE_MS = 20_000
const LOOK_MS = 10

export const openPage = async (origin: string): Promise<Page> => {
  const window = new Window({ url: origin })
  const takeBack = makeGlobal({ window, document: window.document, navigator: window.navigator })
  // React looks for the page when it is loaded.
  const { cleanup, renderHook, waitFor } = await import('@testing-library/react')

  let loaded = new AbortController()
  const reload = (): void => {
    cleanup()
    loaded.abort()
    loaded = new AbortController()
  }
  return {
    show: <T>(hook: (load: Load) => T): Shown<T> => {
      const { signal } = loaded
      const fetched = crossOriginFetch(origin)
      const cut: typeof fetch = (input, init) =>
        fetched(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) })
      // The same in every render, or hooks would begin anew.
      const load: Load = { fetch: cut, callerOptions: { fetch: cut } }
      const seen: T[] = []
      const { result }: RenderHookResult<T, unknown> = renderHook(() => {
        const shown = hook(load)
        seen.push(shown)
        return shown
      })
      return {
        seen,
        now: () => result.current,
        until: async (check) => {
          await waitFor(() => check(result.current), { timeout: PATIENCE_MS, interval: LOOK_MS })
          return result.current
        },
      }
    },
    reload,
    close: async () => {
      reload()
      takeBack()
      await window.happyDOM.close()
    },
  }
}

/** Returns how to make it as it was before. */
const makeGlobal = (values: object): (() => void) => {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(globalThis, name, { value: value as unknown, configurable: true, writable: true })
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, descriptor)
  }
}
