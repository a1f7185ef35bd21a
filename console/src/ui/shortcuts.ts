import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

export interface Shortcut {
  /** A key as in `KeyboardEvent.key`, for example `j`, `Enter`, `?`; with `mod+` for ⌘ or Ctrl. */
  keys: string[]
  label: string
  run: (event: KeyboardEvent) => void
}

interface ShortcutGroup {
  name: string
  shortcuts: Shortcut[]
}

let groups: ShortcutGroup[] = []
const listeners = new Set<() => void>()

const setGroups = (next: ShortcutGroup[]): void => {
  groups = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The shortcuts of the current screen, for the help dialog. */
export const useShortcutGroups = (): ShortcutGroup[] => useSyncExternalStore(subscribe, () => groups)

const isMac = navigator.userAgent.includes('Mac')
export const modKey = isMac ? '⌘' : 'Ctrl'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox')

/** Enter and Space belong to the focused control, arrow keys to open menus, tabs and dialogs. */
const belongsToControl = ({ target, key }: KeyboardEvent): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[role=dialog], [role=menu], [role=listbox]') !== null) return true
  if (key.startsWith('Arrow') && target.closest('[role=tablist]') !== null) return true
  return (key === 'Enter' || key === ' ') && target.closest('a, button, summary, input') !== null
}

const toKeys = (event: KeyboardEvent): string =>
  event.metaKey || event.ctrlKey ? `mod+${event.key}` : event.key

/** Registers shortcuts while the component is shown. Inside of text fields only those with `mod+` work. */
export const useShortcuts = (name: string, shortcuts: Shortcut[]): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return
    const keys = toKeys(event)
    if (!keys.startsWith('mod+') && (isTyping(event.target) || belongsToControl(event))) return
    const shortcut = shortcuts.find((candidate) => candidate.keys.includes(keys))
    if (shortcut === undefined) return
    event.preventDefault()
    shortcut.run(event)
  })
  // A layout effect, because it runs in the task that shows the component. A plain effect runs after the paint, and keys pressed between
  // the two would be lost.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const signature = shortcuts.map(({ keys, label }) => `${keys.join()}:${label}`).join()
  const describe = useEffectEvent(() => ({ name, shortcuts }))
  useEffect(() => {
    const group = describe()
    setGroups([...groups, group])
    return () => setGroups(groups.filter((candidate) => candidate !== group))
  }, [signature])
}
