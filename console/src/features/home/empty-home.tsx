import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useScope } from '../../api/session.ts'
import { infoQuery } from '../../api/system.ts'
import { useLiveRefresh } from '../../api/use-live-refresh.ts'
import { buttonClass, Kbd } from '../../ui/button.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ErrorLine } from '../../ui/states.tsx'
import { CrashDemo } from './crash-demo.tsx'
import { startDemo } from './demo-runs.ts'
import { hasRunsQuery } from './home-data.ts'
import { ChatPicture, CrashPicture, DemoPicture } from './pictures.tsx'
import { Connect } from './connect.tsx'

interface ChoiceProps {
  picture: ReactNode
  title: string
  number: number
  text: string
  action: string
  note: string
  isPrimary?: boolean
  isBusy?: boolean
  onClick: () => void
}

const Choice = ({
  picture,
  title,
  number,
  text,
  action,
  note,
  isPrimary = false,
  isBusy = false,
  onClick,
}: ChoiceProps) => (
  <button
    type="button"
    disabled={isBusy}
    aria-busy={isBusy || undefined}
    onClick={onClick}
    className="flex flex-col rounded-lg border border-line bg-surface px-5 pb-4.5 text-left hover:border-line-2 disabled:opacity-60"
  >
    {picture}
    <span className="flex w-full items-center text-[16px] leading-6 font-semibold tracking-[-0.01em]">
      {title}
      <span className="ml-auto">
        <Kbd>{number}</Kbd>
      </span>
    </span>
    <span className="mt-1 mb-3.5 pr-2 text-ink-2">{text}</span>
    <span className="mt-auto flex items-center gap-2.5 text-small text-ink-3">
      <span className={buttonClass(isPrimary ? 'primary' : 'default')}>{isBusy ? 'Starting …' : action}</span>
      {note}
    </span>
  </button>
)

const PACE = { everyMs: 10_000, burst: 5 }

/** Home before the first run: three ways to see what the service does, and how to connect a client. */
export const EmptyHome = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: info } = useQuery(infoQuery)
  const canWrite = useScope('write')
  const [isCrashing, setCrashing] = useState(false)
  const demo = useMutation({
    mutationFn: () => startDemo(client),
    onSuccess: ({ run_id }) => void navigate({ to: '/runs/$runId', params: { runId: run_id } }),
  })
  const openPlayground = (): void => void navigate({ to: '/chat' })
  const canCrash = canWrite && info !== undefined && 'can_crash' in info && info.can_crash
  // The first run of a client replaces this page by the figures; a crash in progress is shown to its end.
  useLiveRefresh(isCrashing ? [] : [hasRunsQuery.queryKey], ['runs'], PACE)
  useShortcuts('Home', [
    ...(canWrite ? [{ keys: ['1'], label: 'Run the demo', run: () => demo.mutate() }] : []),
    { keys: ['2'], label: 'Open the playground', run: openPlayground },
    ...(canCrash
      ? [{ keys: ['3'], label: 'Crash it and watch it resume', run: () => setCrashing(true) }]
      : []),
  ])
  return (
    <>
      <div className="px-15 pt-12 pb-6.5 max-lg:px-5 max-lg:pt-8">
        <h1 className="text-[28px] leading-9 font-semibold tracking-[-0.02em]">
          Heddle is running, and nothing has run yet
        </h1>
        <p className="mt-1 text-[15px] leading-6 text-ink-2">
          {canWrite
            ? 'Pick one. Each takes less than a minute and needs no model provider and no account.'
            : 'Runs of this tenant will appear here. Your key can read, but it cannot start runs.'}
        </p>
      </div>
      {demo.error !== null && (
        <div className="mx-15 mb-4 max-lg:mx-5">
          <ErrorLine error={demo.error} />
        </div>
      )}
      {isCrashing ? (
        <CrashDemo onClose={() => setCrashing(false)} />
      ) : (
        canWrite && (
          <div className="grid grid-cols-3 gap-5 px-15 pb-9 max-lg:grid-cols-1 max-lg:px-5">
            <Choice
              number={1}
              picture={<DemoPicture />}
              title="Run the demo"
              text="One run with a model and a tool. Watch it live, then look at every step."
              action="Run the demo"
              note="a few seconds"
              isPrimary
              isBusy={demo.isPending}
              onClick={() => demo.mutate()}
            />
            <Choice
              number={2}
              picture={<ChatPicture />}
              title="Open the playground"
              text="Talk to an assistant. See its state beside the words, stop it, edit a message and try again."
              action="Open the playground"
              note="word by word"
              onClick={openPlayground}
            />
            {canCrash && (
              <Choice
                number={3}
                picture={<CrashPicture />}
                title="Crash it and watch it resume"
                text="Starts a run, kills this service in the middle, and continues from the last checkpoint. Nothing is lost."
                action="Crash it"
                note="only in development"
                onClick={() => setCrashing(true)}
              />
            )}
          </div>
        )
      )}
      <Connect />
    </>
  )
}
