import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Run } from '../../api/types.ts'
import { formatCost, formatCount, formatDuration, shortId } from '../../model/format.ts'
import { toCurl, toJavaScriptSdk, toPythonSdk } from '../../model/snippets.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { StatusPill } from '../../ui/status.tsx'
import { Duration } from '../../ui/time.tsx'
import type { ActiveRun } from './use-chat.ts'

export const PanelHeading = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className="flex min-h-9 flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-1">
    <h2 className="font-medium">{children}</h2>
    {end !== undefined && (
      <span className="ml-auto flex items-center gap-3 text-small text-ink-3">{end}</span>
    )}
  </div>
)

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="not-first:border-l not-first:border-line not-first:pl-3">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="text-figure font-medium">{children}</dd>
  </div>
)

const costText = (run: Run | undefined): string => {
  const usd = run?.cost?.usd
  return usd == null ? 'unknown' : formatCost(Number(usd))
}

const RunFigures = ({ run, active }: { run: Run | undefined; active: ActiveRun | undefined }) => {
  const usage = run?.usage
  const first = active?.live.isTimed === true ? active.live.firstChunkAt : undefined
  return (
    <dl className="flex flex-none justify-between gap-2 px-4 pt-2.5 pb-2.25 whitespace-nowrap">
      <Figure label="Tokens">
        {usage == null ? (
          '–'
        ) : (
          <>
            {formatCount(Number(usage['input_tokens'] ?? 0))}{' '}
            <i className="text-small font-normal text-ink-3 not-italic">in</i> ·{' '}
            {formatCount(Number(usage['output_tokens'] ?? 0))}{' '}
            <i className="text-small font-normal text-ink-3 not-italic">out</i>
          </>
        )}
      </Figure>
      <Figure label="Cost">{run === undefined || active !== undefined ? '–' : costText(run)}</Figure>
      <Figure label="Time">
        {active === undefined ? (
          <Duration ms={run?.duration_ms ?? durationOf(run)} />
        ) : (
          <Duration since={active.startedAt} />
        )}
      </Figure>
      {active !== undefined && (
        <Figure label="First token">
          {first === undefined ? '–' : formatDuration(first - active.startedAt)}
        </Figure>
      )}
    </dl>
  )
}

const durationOf = (run: Run | undefined): number | null =>
  run?.started_at == null || run.completed_at == null
    ? null
    : Date.parse(run.completed_at) - Date.parse(run.started_at)

interface RunSectionProps {
  runId: string
  threadId: string
  assistantId: string
  run: Run | undefined
  active: ActiveRun | undefined
  isWaiting: boolean
}

/** The run of the conversation: its status and figures, and the same run as code. */
export const RunSection = ({ runId, threadId, assistantId, run, active, isWaiting }: RunSectionProps) => {
  const call = { origin: location.origin, assistantId, threadId, input: run?.input ?? {} }
  const body = { assistant_id: assistantId, input: call.input, stream_mode: ['messages-tuple', 'values'] }
  const path = `/threads/${threadId}/runs/stream`
  const curl = (): string => toCurl(call.origin, { method: 'POST', path, body, streams: true })
  return (
    <>
      <PanelHeading
        end={
          <StatusPill
            status={
              active === undefined
                ? isWaiting
                  ? 'requires_action'
                  : (run?.status ?? 'completed')
                : 'in_progress'
            }
          />
        }
      >
        Run <span className="font-mono text-small">{shortId(runId)}</span>
      </PanelHeading>
      <RunFigures run={run} active={active} />
      <div className="flex flex-none flex-wrap gap-1.5 border-b border-line px-4 pb-3">
        <Link
          to="/runs/$runId"
          params={{ runId }}
          search={{}}
          className={`${buttonClass('default', 'small')} flex-1`}
        >
          Open as run <Icon name="external" size={13} />
        </Link>
        <Button
          size="small"
          className="flex-1"
          onClick={() => void copyWithToast(curl(), 'the curl command')}
        >
          Copy as curl
        </Button>
        <Menu
          trigger={
            <Button size="small" className="flex-1">
              Copy as SDK <Icon name="down" size={12} />
            </Button>
          }
        >
          <MenuItem onSelect={() => void copyWithToast(toJavaScriptSdk(call), 'the code for JavaScript')}>
            JavaScript
          </MenuItem>
          <MenuItem onSelect={() => void copyWithToast(toPythonSdk(call), 'the code for Python')}>
            Python
          </MenuItem>
        </Menu>
      </div>
    </>
  )
}
