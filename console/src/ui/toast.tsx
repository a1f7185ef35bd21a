import { clsx } from 'clsx'
import { useSyncExternalStore, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'

interface Toast {
  id: number
  tone: 'ok' | 'fail' | 'info'
  text: ReactNode
  action?: { label: string; run: () => void }
}

const SHOWN_MS = 6_000

let toasts: Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

const setToasts = (next: Toast[]): void => {
  toasts = next
  for (const listener of listeners) listener()
}

const dismiss = (id: number): void => setToasts(toasts.filter((toast) => toast.id !== id))

/** Shows a short message. Failures stay until they are closed, because they say what to do. */
export const showToast = (toast: Omit<Toast, 'id'>): void => {
  lastId += 1
  const id = lastId
  setToasts([...toasts.slice(-3), { ...toast, id }])
  if (toast.tone !== 'fail') setTimeout(() => dismiss(id), SHOWN_MS)
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const TONES = { ok: 'text-ok', fail: 'text-fail', info: 'text-accent' }
const ICONS = { ok: 'check', fail: 'warning', info: 'info' } as const

/** The region of messages; the shell contains it once. */
export const Toasts = () => {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="fixed right-4 bottom-4 z-60 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {shown.map((toast) => (
        <div
          key={toast.id}
          className="flex items-start gap-2.5 rounded-lg border border-line-2 bg-surface py-2.5 pr-2 pl-3 shadow-float"
        >
          <Icon name={ICONS[toast.tone]} className={clsx('mt-0.5', TONES[toast.tone])} />
          <div className="min-w-0 flex-1">{toast.text}</div>
          {toast.action !== undefined && (
            <button
              type="button"
              className="flex-none font-medium text-accent hover:underline"
              onClick={() => {
                toast.action?.run()
                dismiss(toast.id)
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton
            icon="close"
            label="Dismiss"
            size="small"
            className="-my-0.5"
            onClick={() => dismiss(toast.id)}
          />
        </div>
      ))}
    </div>
  )
}
