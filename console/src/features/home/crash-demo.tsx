import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { crashAndResume, type CrashPhase } from './demo-runs.ts'

const PHASES: { phase: CrashPhase; doing: string; done: string }[] = [
  { phase: 'starting', doing: 'Starting a run of five steps', done: 'The run has started' },
  { phase: 'running', doing: 'Waiting for the second checkpoint', done: 'Two steps are done and stored' },
  {
    phase: 'crashing',
    doing: 'Killing the service with SIGKILL',
    done: 'The service was killed in the third step',
  },
  { phase: 'lost', doing: 'The connection is lost; the service restarts', done: 'The service is back' },
  {
    phase: 'resuming',
    doing: 'Waiting for the run to continue',
    done: 'The run continues from its last checkpoint',
  },
]

const order = (phase: CrashPhase): number => {
  const index = PHASES.findIndex((candidate) => candidate.phase === phase)
  return index === -1 ? PHASES.length : index
}

/** Kills the service in the middle of a run, shows what happens, and opens the run when it continues. */
export const CrashDemo = ({ onClose }: { onClose: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<CrashPhase>('starting')
  const [error, setError] = useState<unknown>()
  const start = useEffectEvent(async (signal: AbortSignal) => {
    try {
      // The phase "lost" can be too short to be seen, but it never comes after the next one.
      const run = await crashAndResume(
        client,
        (next) => setPhase((now) => (order(next) > order(now) ? next : now)),
        signal,
      )
      void navigate({ to: '/runs/$runId', params: { runId: run.run_id } })
    } catch (failure) {
      if (!signal.aborted) setError(failure)
    }
  })
  useEffect(() => {
    const controller = new AbortController()
    // In development, React mounts every component twice; only the second one may start a run.
    const timer = setTimeout(() => void start(controller.signal), 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [])
  const current = order(phase)
  return (
    <section
      aria-label="Crash it and watch it resume"
      className="mx-15 mb-9 rounded-lg border border-line bg-surface p-5 max-lg:mx-5"
    >
      <h2 className="text-title font-semibold">Crash it and watch it resume</h2>
      <ol className="mt-3 grid gap-2" aria-live="polite">
        {PHASES.map(({ phase: each, doing, done }, index) => (
          <li key={each} className="flex items-center gap-2.5">
            <StatusGlyph
              status={
                index < current
                  ? 'completed'
                  : index > current
                    ? 'queued'
                    : error === undefined
                      ? 'in_progress'
                      : 'failed'
              }
            />
            <span
              className={index > current ? 'text-ink-3' : index === current ? 'font-medium' : 'text-ink-2'}
            >
              {index < current ? done : doing}
            </span>
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <div className="mt-4 flex flex-col items-start gap-3">
          <ErrorLine error={error} />
          <Button onClick={onClose}>Go back</Button>
        </div>
      )}
    </section>
  )
}
