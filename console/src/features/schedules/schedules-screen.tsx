import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { schedulesQuery } from '../../api/schedules.ts'
import { useScope } from '../../api/session.ts'
import type { ScheduledCron } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import {
  describeSchedule,
  formatInZone,
  SCHEDULE_WORDS,
  scheduleState,
  type ScheduleState,
} from '../../model/schedules.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { useScheduleActions } from './use-schedule-actions.tsx'

const LOOKS: Record<ScheduleState, { color: string; icon: IconName }> = {
  active: { color: 'text-ok', icon: 'check' },
  paused: { color: 'text-wait', icon: 'pause' },
  ended: { color: 'text-ink-2', icon: 'minus' },
}

const StateCell = ({ cron }: { cron: ScheduledCron }) => {
  const state = scheduleState(cron)
  return (
    <span className={clsx('inline-flex items-center gap-1.5 pl-5 font-medium', LOOKS[state].color)}>
      <Icon name={LOOKS[state].icon} size={13} />
      {SCHEDULE_WORDS[state]}
    </span>
  )
}

const NextCell = ({ cron }: { cron: ScheduledCron }) => {
  const [next, ...later] = cron.next_run_dates
  if (next === undefined) return <span className="text-ink-3">–</span>
  return (
    <span
      className="min-w-0"
      title={cron.next_run_dates.map((date) => formatInZone(date, cron.timezone)).join('\n')}
    >
      <span className="block truncate">
        <Time value={next} className="font-medium" /> · {formatInZone(next, cron.timezone)}
      </span>
      <span className="block truncate text-small text-ink-3">
        then {later.map((date) => formatInZone(date, cron.timezone, false)).join(' · ')}
      </span>
    </span>
  )
}

interface RowActions {
  canWrite: boolean
  onRun: (cron: ScheduledCron) => void
  onToggle: (cron: ScheduledCron) => void
  onEdit: (cron: ScheduledCron) => void
  onRemove: (cron: ScheduledCron) => void
}

const ActionsCell = ({ cron, actions, name }: { cron: ScheduledCron; actions: RowActions; name: string }) => (
  <span className="flex items-center gap-1">
    <Button size="small" onClick={() => actions.onRun(cron)}>
      Run now
    </Button>
    <Button size="small" onClick={() => actions.onToggle(cron)}>
      {cron.enabled ? 'Pause' : 'Resume'}
    </Button>
    <Menu trigger={<IconButton icon="more" label={`Actions of the schedule of ${name}`} size="small" />}>
      <MenuItem icon="pencil" onSelect={() => actions.onEdit(cron)}>
        Edit
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={() => actions.onRemove(cron)}>
        Delete
      </MenuItem>
    </Menu>
  </span>
)

const makeColumns = (names: ReadonlyMap<string, string>, actions: RowActions): Column<ScheduledCron>[] => [
  {
    id: 'state',
    header: <span className="pl-5">State</span>,
    width: '104px',
    cell: (cron) => <StateCell cron={cron} />,
  },
  {
    id: 'assistant',
    header: 'Assistant',
    width: 'minmax(110px, 0.5fr)',
    cell: ({ assistant_id, thread_id }) => (
      <span className="min-w-0">
        <span className="block truncate font-medium">{names.get(assistant_id) ?? assistant_id}</span>
        <span className="block truncate text-small text-ink-3">
          {thread_id === null ? (
            'a new thread each time'
          ) : (
            <Link to="/threads/$threadId" params={{ threadId: thread_id }} className="hover:underline">
              in one thread
            </Link>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    width: '190px',
    cell: ({ schedule, timezone }) => (
      <span className="min-w-0">
        <span className="block truncate font-mono text-small">{schedule}</span>
        <span className="block truncate text-small text-ink-3">
          {[describeSchedule(schedule), timezone ?? 'UTC'].filter((text) => text !== undefined).join(', ')}
        </span>
      </span>
    ),
  },
  {
    id: 'next',
    header: 'Next five dates',
    width: 'minmax(220px, 1.4fr)',
    cell: (cron) => <NextCell cron={cron} />,
  },
  {
    id: 'runs',
    header: 'Runs',
    width: '60px',
    cell: ({ cron_id }) => (
      <Link to="/runs" search={{ cron: cron_id }} className="text-accent hover:underline">
        Runs
      </Link>
    ),
  },
  ...(actions.canWrite
    ? [
        {
          id: 'actions',
          header: <span className="sr-only">Actions</span>,
          width: '186px',
          cell: (cron: ScheduledCron) => (
            <ActionsCell cron={cron} actions={actions} name={names.get(cron.assistant_id) ?? ''} />
          ),
        },
      ]
    : []),
]

const keyOf = ({ cron_id }: ScheduledCron): string => cron_id

type OpenDialog = { kind: 'new' } | { kind: 'edit' | 'remove'; cron: ScheduledCron }

export const SchedulesScreen = () => {
  useScreen('Schedules', [{ label: 'Schedules' }])
  const canWrite = useScope('write')
  const list = useInfiniteQuery(schedulesQuery)
  const { data: assistants = [] } = useQuery(assistantsQuery)
  const [dialog, setDialog] = useState<OpenDialog>()
  const { runNow, setEnabled, remove } = useScheduleActions()
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])
  const names = useMemo(
    () => new Map(assistants.map(({ assistant_id, name }) => [assistant_id, name])),
    [assistants],
  )
  const columns = makeColumns(names, {
    canWrite,
    onRun: (cron) => runNow.mutate(cron),
    onToggle: ({ cron_id, enabled }) => setEnabled.mutate({ cron_id, enabled: !enabled }),
    onEdit: (cron) => setDialog({ kind: 'edit', cron }),
    onRemove: (cron) => setDialog({ kind: 'remove', cron }),
  })
  const close = (): void => setDialog(undefined)
  const newSchedule = canWrite && (
    <Button variant="primary" onClick={() => setDialog({ kind: 'new' })}>
      New schedule
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 pt-3 pb-2.5">
        <ScreenHeading>Schedules</ScreenHeading>
        {rows.length > 0 && <span className="text-ink-3">{plural(rows.length, 'schedule')}</span>}
        {rows.length > 0 && <div className="ml-auto">{newSchedule}</div>}
      </div>
      {list.error !== null && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading label="Loading schedules" />
      ) : rows.length === 0 ? (
        <EmptyState icon="clock" title="No schedules yet" actions={newSchedule}>
          <p>
            A schedule starts runs by itself, for example a report every morning. Each date creates exactly
            one run, also with several nodes and after a crash.
          </p>
        </EmptyState>
      ) : (
        <Table
          label="Schedules"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowHeight={48}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
        />
      )}
      {dialog?.kind === 'new' && <ScheduleDialog assistants={assistants} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <ScheduleDialog cron={dialog.cron} assistants={assistants} onClose={close} />
      )}
      <ConfirmDialog
        open={dialog?.kind === 'remove'}
        onOpenChange={close}
        title="Delete this schedule?"
        description="No more runs are created. Runs that it has created are kept. This cannot be undone; to stop it for a while, pause it."
        action="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => {
          if (dialog?.kind === 'remove') remove.mutate(dialog.cron)
          close()
        }}
      />
    </div>
  )
}
