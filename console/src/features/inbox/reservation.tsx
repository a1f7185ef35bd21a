import { useMutation, useQueryClient } from '@tanstack/react-query'
import { releaseRun, reserveRun, waitingQuery } from '../../api/inbox.ts'
import { describeError } from '../../api/errors.ts'
import type { Run } from '../../api/types.ts'
import type { Holder } from '../../model/reservation.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'

const RESERVED_SECONDS = 900
const EXTEND_BELOW_MS = 300_000

/** Changes of the reservation are shown at once, without loading the list again. */
export const useReservation = (runId: string) => {
  const client = useQueryClient()
  const store = (run: Run): void => {
    client.setQueryData(waitingQuery.queryKey, (old) =>
      old === undefined
        ? old
        : { ...old, runs: old.runs.map((other) => (other.run_id === run.run_id ? run : other)) },
    )
  }
  const onError = (error: unknown): void => {
    const { title, advice } = describeError(error)
    showToast({ tone: 'fail', text: `${title}. ${advice}` })
    void client.invalidateQueries(waitingQuery)
  }
  const reserve = useMutation({
    mutationFn: () => reserveRun(runId, RESERVED_SECONDS),
    onSuccess: store,
    onError,
  })
  const release = useMutation({ mutationFn: () => releaseRun(runId), onSuccess: store, onError })
  return {
    reserve: () => {
      if (!reserve.isPending) reserve.mutate()
    },
    release: () => release.mutate(),
    /** Called when the person works on the item: reserves it, and extends the reservation before it ends. */
    keep: (holder: Holder, now: number) => {
      const isEnding = holder.by === 'me' && holder.until - now < EXTEND_BELOW_MS
      if ((holder.by === 'nobody' || isEnding) && !reserve.isPending) reserve.mutate()
    },
    isBusy: reserve.isPending || release.isPending,
  }
}

const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
}

const Ring = ({ share }: { share: number }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className="flex-none -rotate-90">
    <circle cx="12" cy="12" r="9.5" fill="none" stroke="var(--line-2)" strokeWidth="2.5" />
    <circle
      cx="12"
      cy="12"
      r="9.5"
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2.5"
      pathLength="1"
      strokeDasharray={`${String(Math.min(1, Math.max(0, share)))} 1`}
    />
  </svg>
)

/** In place of the button, for threads whose run has ended. */
export const NotReservable = () => (
  <p className="max-w-60 text-small leading-4 text-ink-2">
    Free. Only runs of the native API can be reserved; the first reply counts.
  </p>
)

interface ReservationProps {
  holder: Holder
  now: number
  isAdmin: boolean
  reservation: ReturnType<typeof useReservation>
}

export const Reservation = ({ holder, now, isAdmin, reservation }: ReservationProps) => {
  const { reserve, release, isBusy } = reservation
  if (holder.by === 'nobody')
    return (
      <Button busy={isBusy} onClick={reserve} title="Nobody else can answer while you work on it">
        Reserve
      </Button>
    )
  const left = holder.until - now
  return (
    <div className="flex flex-none items-center gap-2">
      <Ring share={left / (RESERVED_SECONDS * 1_000)} />
      <div className="text-small leading-4">
        <div className="text-ink-2">Reserved by {holder.by === 'me' ? 'you' : holder.name}</div>
        <div>
          <span className="font-medium">{countdown(left)}</span> <span className="text-ink-3">left</span>
        </div>
      </div>
      {holder.by === 'me' && (
        <Button busy={isBusy} onClick={reserve}>
          Extend
        </Button>
      )}
      {(holder.by === 'me' || isAdmin) && (
        <Button busy={isBusy} onClick={release}>
          {holder.by === 'me' ? 'Release' : 'End the reservation'}
        </Button>
      )}
    </div>
  )
}
