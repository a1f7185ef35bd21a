import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useMe } from '../../api/session.ts'
import { drainNode, infoQuery, nodesQuery, resumeNode } from '../../api/system.ts'
import type { ServiceNode } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import { describeNodes, nodeState, NODE_WORDS, type NodeState } from '../../model/nodes.ts'
import { AdminsOnly } from '../../ui/admins-only.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showErrorToast } from '../../ui/error-toast.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Duration, Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toast.tsx'

const LOOKS: Record<NodeState, { color: string; icon: IconName }> = {
  running: { color: 'text-ok', icon: 'check' },
  draining: { color: 'text-wait', icon: 'pause' },
  lost: { color: 'text-fail', icon: 'warning' },
}

const ROLE_WORDS: Record<ServiceNode['role'], string> = {
  all: 'API and runs',
  api: 'API only',
  worker: 'runs only',
}

const makeColumns = (
  version: string | undefined,
  onDrain: (node: ServiceNode) => void,
  onResume: (node: ServiceNode) => void,
): Column<ServiceNode>[] => [
  {
    id: 'state',
    header: <span className="pl-5">State</span>,
    width: '116px',
    cell: (node) => {
      const state = nodeState(node)
      return (
        <span className={clsx('inline-flex items-center gap-1.5 pl-5 font-medium', LOOKS[state].color)}>
          <Icon name={LOOKS[state].icon} size={13} />
          {NODE_WORDS[state]}
        </span>
      )
    },
  },
  {
    id: 'node',
    header: 'Node',
    width: 'minmax(220px, 1fr)',
    cell: ({ node_id }) => <span className="truncate font-mono text-small">{node_id}</span>,
  },
  {
    id: 'role',
    header: 'Role',
    width: '104px',
    cell: ({ role }) => <span className="text-ink-2">{ROLE_WORDS[role]}</span>,
  },
  {
    id: 'version',
    header: 'Version',
    width: '84px',
    cell: (node) => (
      <span className={node.version === version ? 'text-ink-2' : 'font-medium text-wait'}>
        {node.version}
      </span>
    ),
  },
  { id: 'executing', header: 'Executing', width: '76px', align: 'right', cell: ({ executing }) => executing },
  { id: 'threads', header: 'Threads', width: '66px', align: 'right', cell: ({ threads }) => threads },
  {
    id: 'up',
    header: 'Up',
    width: '88px',
    cell: ({ since }) => <Duration since={since} className="text-ink-2" />,
  },
  {
    id: 'heartbeat',
    header: 'Heartbeat',
    width: '84px',
    cell: ({ heartbeat_at }) => <Time value={heartbeat_at} className="text-ink-2" />,
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    width: '84px',
    cell: (node) => {
      if (!node.is_alive || node.role === 'api') return null
      return node.draining ? (
        <Button size="small" onClick={() => onResume(node)}>
          Resume
        </Button>
      ) : (
        <Button size="small" onClick={() => onDrain(node)}>
          Drain…
        </Button>
      )
    },
  },
]

const keyOf = ({ node_id }: ServiceNode): string => node_id

const Cluster = () => {
  const client = useQueryClient()
  const {
    data: nodes,
    error,
    refetch,
  } = useQuery({ ...nodesQuery, staleTime: 5_000, refetchInterval: 10_000 })
  const { data: info } = useQuery(infoQuery)
  const [draining, setDraining] = useState<ServiceNode>()
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: nodesQuery.queryKey })
  const drain = useMutation({
    mutationFn: (node: ServiceNode) => drainNode(node.node_id),
    onSuccess: async ({ executing }) => {
      setDraining(undefined)
      await refresh()
      showToast({
        tone: 'ok',
        text: `The node takes no more runs${executing > 0 ? `; ${plural(executing, 'run')} go on` : ''}`,
      })
    },
    onError: showErrorToast,
  })
  const resume = useMutation({
    mutationFn: (node: ServiceNode) => resumeNode(node.node_id),
    onSuccess: async () => {
      await refresh()
      showToast({ tone: 'ok', text: 'The node takes runs again' })
    },
    onError: showErrorToast,
  })
  const workers = nodes?.filter((node) => node.role !== 'api' && nodeState(node) === 'running').length ?? 0
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-x-3 border-b border-line px-5 pt-3 pb-2.5">
        <ScreenHeading>Cluster</ScreenHeading>
        {nodes !== undefined && <span className="text-ink-3">{describeNodes(nodes)}</span>}
      </div>
      {error !== null && nodes === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : nodes === undefined ? (
        <Loading label="Loading nodes" />
      ) : (
        <Table
          label="Nodes"
          columns={makeColumns(info?.version, setDraining, (node) => resume.mutate(node))}
          rows={nodes}
          rowKey={keyOf}
          rowHeight={36}
          footer={
            <div className="max-w-170 px-5 py-3 text-small text-ink-3">
              <p>
                A drained node finishes its runs, takes no more and still serves requests: drain it, wait
                until it executes nothing, then restart it. A node that starts again takes runs.
              </p>
              <p className="mt-1">
                {info?.database === 'sqlite'
                  ? 'With SQLite the service is a single node. Use PostgreSQL to run several nodes.'
                  : 'A node that was killed is shown as lost for an hour; its runs continue on other nodes.'}
              </p>
            </div>
          }
        />
      )}
      <ConfirmDialog
        open={draining !== undefined}
        onOpenChange={() => setDraining(undefined)}
        title="Drain this node?"
        description={
          workers <= 1
            ? 'It is the only node that executes runs: new runs will wait in the queue until it is resumed or another node starts.'
            : `New runs go to the other ${plural(workers - 1, 'node')}. Runs that it executes go on.`
        }
        action="Drain"
        danger={workers <= 1}
        busy={drain.isPending}
        onConfirm={() => draining !== undefined && drain.mutate(draining)}
      />
    </div>
  )
}

export const ClusterScreen = () => {
  useScreen('Cluster', [{ label: 'Cluster' }])
  const me = useMe()
  if (me === undefined) return <Loading />
  if (!me.scopes.includes('admin')) return <AdminsOnly title="Cluster" what="see and drain nodes" />
  return <Cluster />
}
