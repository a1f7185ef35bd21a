import { useSyncExternalStore } from 'react'
import { isRecord } from '../model/is-record.ts'

/** What a person prefers in this browser. No credential is ever stored here. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark'
  times: 'relative' | 'utc'
  /** Columns of a list that are hidden, by screen. */
  hiddenColumns: Record<string, string[]>
}

const KEY = 'heddle-console'
const DEFAULTS: Preferences = { theme: 'system', times: 'relative', hiddenColumns: {} }

const readHiddenColumns = (value: unknown): Record<string, string[]> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).map(([screen, columns]) => [
          screen,
          Array.isArray(columns) ? columns.filter((column) => typeof column === 'string') : [],
        ]),
      )
    : {}

/** Browser storage can be unavailable or contain anything, so every value is checked. */
const read = (): Preferences => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (!isRecord(stored)) return DEFAULTS
    return {
      theme: stored['theme'] === 'light' || stored['theme'] === 'dark' ? stored['theme'] : 'system',
      times: stored['times'] === 'utc' ? 'utc' : 'relative',
      hiddenColumns: readHiddenColumns(stored['hiddenColumns']),
    }
  } catch {
    return DEFAULTS
  }
}

let current = read()
const listeners = new Set<() => void>()
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

const applyTheme = (): void => {
  const dark = current.theme === 'dark' || (current.theme === 'system' && darkSystem.matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
}

const notify = (): void => {
  applyTheme()
  for (const listener of listeners) listener()
}

applyTheme()
darkSystem.addEventListener('change', notify)
addEventListener('storage', ({ key }) => {
  if (key !== KEY) return
  current = read()
  notify()
})

export const setPreferences = (change: Partial<Preferences>): void => {
  current = { ...current, ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // The preference then lasts until the page is closed.
  }
  notify()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current)
