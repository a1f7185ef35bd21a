import { useSyncExternalStore } from 'react'

/** The overlay of the shell that is open. Only one can be, and any part of the shell can open it. */
type Overlay = 'palette' | 'help' | undefined

let overlay: Overlay
const listeners = new Set<() => void>()

export const setOverlay = (next: Overlay): void => {
  overlay = next
  for (const listener of listeners) listener()
}

export const openHelp = (): void => setOverlay('help')
export const openPalette = (): void => setOverlay('palette')

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useOverlay = (): Overlay => useSyncExternalStore(subscribe, () => overlay)
