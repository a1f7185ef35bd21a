import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import { keysQuery, type ApiKeyCreated } from '../../api/keys.ts'
import { useMe } from '../../api/session.ts'
import type { ApiKey } from '../../api/types.ts'
import { KEY_WORDS, keyState, type KeyState } from '../../model/api-keys.ts'
import { plural } from '../../model/format.ts'
import { AdminsOnly } from '../../ui/admins-only.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { CreatedKeyDialog, NewKeyDialog, RenameKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx'

const LOOKS: Record<KeyState, { color: string; icon: IconName }> = {
  active: { color: 'text-ok', icon: 'check' },
  unused: { color: 'text-ink-2', icon: 'clock' },
  expired: { color: 'text-wait', icon: 'warning' },
  revoked: { color: 'text-ink-2', icon: 'close' },
}

const StateCell = ({ apiKey }: { apiKey: ApiKey }) => {
  const state = keyState(apiKey, Date.now())
  return (
    <span className={clsx('inline-flex items-center gap-1.5 pl-5 font-medium', LOOKS[state].color)}>
      <Icon name={LOOKS[state].icon} size={13} />
      {KEY_WORDS[state]}
    </span>
  )
}

const OptionalTime = ({ value, none }: { value: string | null; none: string }) =>
  value === null ? <span className="text-ink-3">{none}</span> : <Time value={value} className="text-ink-2" />

type Action = { kind: 'rename' | 'revoke'; key: ApiKey }

const makeColumns = (ownId: string | null, onAction: (action: Action) => void): Column<ApiKey>[] => [
  {
    id: 'state',
    header: <span className="pl-5">State</span>,
    width: '124px',
    cell: (key) => <StateCell apiKey={key} />,
  },
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(150px, 1fr)',
    cell: ({ name, key_id }) => (
      <span className="truncate font-medium">
        {name}
        {key_id === ownId && <span className="ml-2 text-small font-normal text-accent">yours</span>}
      </span>
    ),
  },
  {
    id: 'prefix',
    header: 'Key',
    width: '106px',
    cell: ({ prefix }) => <span className="font-mono text-small text-ink-2">{prefix}…</span>,
  },
  {
    id: 'scopes',
    header: 'Scopes',
    width: '132px',
    cell: ({ scopes }) => <span className="truncate text-ink-2">{scopes.join(', ')}</span>,
  },
  {
    id: 'used',
    header: 'Last used',
    width: '92px',
    cell: ({ last_used_at }) => <OptionalTime value={last_used_at} none="never" />,
  },
  {
    id: 'expires',
    header: 'Expires',
    width: '92px',
    cell: ({ expires_at }) => <OptionalTime value={expires_at} none="never" />,
  },
  {
    id: 'created',
    header: 'Created',
    width: '150px',
    cell: ({ created_at, created_by }) => (
      <span className="truncate text-ink-2">
        <Time value={created_at} />
        {created_by !== null && ` by ${created_by}`}
      </span>
    ),
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    width: '44px',
    cell: (key) =>
      key.revoked_at === null && (
        <Menu trigger={<IconButton icon="more" label={`Actions of ${key.name}`} size="small" />}>
          <MenuItem icon="pencil" onSelect={() => onAction({ kind: 'rename', key })}>
            Rename
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onAction({ kind: 'revoke', key })}>
            Revoke
          </MenuItem>
        </Menu>
      ),
  },
]

const keyOf = ({ key_id }: ApiKey): string => key_id

const Keys = ({ ownId }: { ownId: string | null }) => {
  const list = useInfiniteQuery(keysQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<ApiKeyCreated>()
  const [action, setAction] = useState<Action>()
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.data) ?? [], [list.data])
  const columns = useMemo(() => makeColumns(ownId, setAction), [ownId])
  const close = (): void => setAction(undefined)
  const newKey = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      New key
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 pt-3 pb-2.5">
        <ScreenHeading>API keys</ScreenHeading>
        {rows.length > 0 && <span className="text-ink-3">{plural(rows.length, 'key')}</span>}
        {rows.length > 0 && <div className="ml-auto">{newKey}</div>}
      </div>
      {list.error !== null && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Loading label="Loading keys" />
      ) : rows.length === 0 ? (
        <EmptyState icon="key" title="No keys yet" actions={newKey}>
          <p>
            A key lets a program or a person use the API with certain scopes, in this tenant only. With{' '}
            <code className="font-mono text-small">AUTH_ENABLED=true</code>, every request needs one.
          </p>
        </EmptyState>
      ) : (
        <Table
          label="API keys"
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          rowHeight={34}
          onEndNear={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={
            <p className="px-5 py-3 text-small text-ink-3">
              Revoked keys stay in the list, so that the audit log can be understood.
            </p>
          }
        />
      )}
      {isCreating && (
        <NewKeyDialog
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false)
            setCreated(key)
          }}
        />
      )}
      {created !== undefined && <CreatedKeyDialog created={created} onClose={() => setCreated(undefined)} />}
      {action?.kind === 'rename' && <RenameKeyDialog apiKey={action.key} onClose={close} />}
      {action?.kind === 'revoke' && (
        <RevokeKeyDialog apiKey={action.key} isOwn={action.key.key_id === ownId} onClose={close} />
      )}
    </div>
  )
}

export const KeysScreen = () => {
  useScreen('API keys', [{ label: 'API keys' }])
  const me = useMe()
  if (me === undefined) return <Loading />
  if (!me.scopes.includes('admin')) return <AdminsOnly title="API keys" what="manage keys" />
  return <Keys ownId={me.key_id} />
}
