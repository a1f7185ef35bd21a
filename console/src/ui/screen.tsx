import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'

export interface Crumb {
  label: ReactNode
  /** A path inside of the console, for example `/runs`. */
  to?: string
}

interface Screen {
  title: string
  crumbs: Crumb[]
}

let screen: Screen = { title: '', crumbs: [] }
let shownScreens = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The title and the path of the current screen, for the bar at the top. */
export const useCurrentScreen = (): Screen => useSyncExternalStore(subscribe, () => screen)

/** Sets the title of the document and the path at the top. Every screen calls it. */
export const useScreen = (title: string, crumbs: Crumb[]): void => {
  const signature = crumbs
    .map(({ label, to }) => `${typeof label === 'string' ? label : ''}:${to ?? ''}`)
    .join()
  useEffect(() => {
    document.title = title === '' ? 'Heddle' : `${title} · Heddle`
    screen = { title, crumbs }
    for (const listener of listeners) listener()
    // oxlint-disable-next-line react/exhaustive-deps -- the crumbs are compared by their text
  }, [title, signature])
}

/** The heading of a screen. It takes the focus when the screen is opened by navigation, so that screen readers read it. */
export const ScreenHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    shownScreens += 1
    if (shownScreens > 1) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className="min-w-0 truncate text-heading font-semibold tracking-[-0.015em] outline-none"
    >
      {children}
    </h1>
  )
}
