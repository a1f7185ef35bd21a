import { useEffect, useState } from 'react'
import { useLiveState } from '../api/live.ts'
import { Icon } from '../ui/icons.tsx'

/** A connection that returns within this time is not worth a notice. */
const PATIENCE_MS = 1_500
const SHOWN_AFTER_MS = 4_000

type Notice = 'none' | 'lost' | 'again'

/** Says that the page no longer receives changes, and when it does again. */
export const LiveNotice = () => {
  const state = useLiveState()
  const [notice, setNotice] = useState<Notice>('none')
  useEffect(() => {
    if (state === 'reconnecting') {
      const timer = setTimeout(() => setNotice('lost'), PATIENCE_MS)
      return () => clearTimeout(timer)
    }
    if (state !== 'live') {
      setNotice('none')
      return undefined
    }
    setNotice((current) => (current === 'lost' ? 'again' : current))
    const timer = setTimeout(() => setNotice('none'), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed bottom-4 left-1/2 z-50 -translate-x-1/2"
    >
      {notice !== 'none' && (
        <div className="flex items-center gap-2 rounded-full border border-line-2 bg-surface px-3.5 py-1.5 font-medium shadow-float">
          <Icon
            name={notice === 'lost' ? 'retry' : 'check'}
            size={14}
            className={notice === 'lost' ? 'turning text-wait' : 'text-ok'}
          />
          {notice === 'lost' ? 'Connection lost, reconnecting…' : 'Live again'}
        </div>
      )}
    </div>
  )
}
