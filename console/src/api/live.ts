/** The changes of the tenant: one stream per tab, open only while the tab is visible and something listens. */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { ResumableStream, type StreamState } from './stream.ts'
import type { Change } from './types.ts'

export type LiveState = StreamState | 'hidden'

interface Listener {
  onChanges: (changes: Change[]) => void
  /** Changes may have been missed; what is shown has to be loaded again. */
  onReset: () => void
}

const listeners = new Set<Listener>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'closed'
let stream: ResumableStream | undefined
let lastEventId: string | undefined

const setState = (next: LiveState): void => {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

const receive = (type: string, data: string): void => {
  if (type === 'reset') {
    for (const { onReset } of listeners) onReset()
    return
  }
  const { changes } = JSON.parse(data) as { changes: Change[] }
  for (const { onChanges } of listeners) onChanges(changes)
}

const open = (): void => {
  stream ??= new ResumableStream({
    url: (id) => `/api/v1/events${id === undefined ? '' : `?after=${encodeURIComponent(id)}`}`,
    types: ['changes', 'reset'],
    lastEventId,
    onMessage: ({ type, data, id }) => {
      if (id !== '') lastEventId = id
      receive(type, data)
    },
    onState: setState,
  })
}

const close = (next: LiveState): void => {
  stream?.close()
  stream = undefined
  setState(next)
}

const update = (): void => {
  if (listeners.size === 0) close('closed')
  else if (document.hidden) close('hidden')
  else open()
}

document.addEventListener('visibilitychange', update)

const subscribeState = (listener: () => void): (() => void) => {
  stateListeners.add(listener)
  return () => {
    stateListeners.delete(listener)
  }
}

export const useLiveState = (): LiveState => useSyncExternalStore(subscribeState, () => state)

/** Calls `onChanges` with what changed, and `onReset` if changes may have been missed, while the component is shown. */
export const useChanges = (
  onChanges: (changes: Change[]) => void,
  onReset: () => void,
  enabled = true,
): void => {
  const emitChanges = useEffectEvent(onChanges)
  const emitReset = useEffectEvent(onReset)
  useEffect(() => {
    if (!enabled) return undefined
    const listener: Listener = { onChanges: (changes) => emitChanges(changes), onReset: () => emitReset() }
    listeners.add(listener)
    update()
    return () => {
      listeners.delete(listener)
      // The next screen usually listens too; closing after its effects keeps the stream.
      setTimeout(update, 0)
    }
  }, [enabled])
}
