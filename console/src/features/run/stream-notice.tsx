import { useEffect, useState } from 'react'
import type { RunLog } from '../../api/run-log.ts'
import { Icon } from '../../ui/icons.tsx'

const SHOWN_MS = 4_000

/** Says that the events of the run are interrupted, and when they continue. Nothing is missing then: the stream resumes after the last event. */
export const StreamNotice = ({ log }: { log: RunLog }) => {
  const [wasLost, setWasLost] = useState(false)
  const isLost = log.state === 'reconnecting'
  useEffect(() => {
    if (isLost) {
      setWasLost(true)
      return undefined
    }
    if (!wasLost) return undefined
    const timer = setTimeout(() => setWasLost(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isLost, wasLost])
  if (!isLost && !wasLost) return null
  return (
    <div
      role="status"
      className={`flex flex-none items-center gap-2 border-b border-line px-5 py-1.5 ${isLost ? 'bg-wait-soft text-wait' : 'bg-ok-soft text-ok'}`}
    >
      <Icon name={isLost ? 'retry' : 'check'} size={13} className={isLost ? 'turning' : ''} />
      {isLost
        ? 'Connection lost, reconnecting… The run continues without this page.'
        : 'Live again, no event is missing.'}
    </div>
  )
}
