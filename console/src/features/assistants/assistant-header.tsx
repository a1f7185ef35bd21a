import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { assistantsKey, deleteAssistant } from '../../api/assistants.ts'
import { runCountsQuery } from '../../api/runs.ts'
import type { Assistant } from '../../api/types.ts'
import { formatCount } from '../../model/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { AssistantDialog } from './assistant-dialog.tsx'

const WEEK_MS = 7 * 86_400_000
const STEP_MS = 5 * 60_000

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex-none border-l border-line px-5.5 first:border-0 first:pl-0">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="text-figure font-medium whitespace-nowrap">{children}</dd>
  </div>
)

const Facts = ({ assistant, versions }: { assistant: Assistant; versions: number }) => {
  const start = Math.floor((useNow() - WEEK_MS) / STEP_MS) * STEP_MS
  const filter = { assistant_id: assistant.assistant_id, created_after: new Date(start).toISOString() }
  const { data } = useQuery({
    ...runCountsQuery(filter, 'status'),
    staleTime: STEP_MS,
    placeholderData: (old) => old,
  })
  const count = (status: string): number => data?.counts.find(({ value }) => value === status)?.count ?? 0
  const total = data?.counts.reduce((sum, entry) => sum + entry.count, 0) ?? 0
  const failed = count('failed')
  return (
    <dl className="flex flex-none gap-y-2 overflow-x-auto border-b border-line px-5 pb-3.5">
      <Fact label="Runs, 7 days">
        <Link
          to="/runs"
          search={{ assistant: assistant.assistant_id, since: '7d' }}
          className="text-accent hover:underline"
        >
          {formatCount(total)}
        </Link>
      </Fact>
      <Fact label="Failed">
        {total === 0 ? '–' : `${((failed / total) * 100).toFixed(1)} %`}{' '}
        <span className="text-small font-normal text-ink-3">{formatCount(failed)} runs</span>
      </Fact>
      <Fact label="Need a person">{formatCount(count('requires_action'))}</Fact>
      <Fact label="Versions">{versions}</Fact>
      <Fact label="Changed">
        <Time value={assistant.updated_at} />
      </Fact>
      <Fact label="Graph">{assistant.graph_id}</Fact>
    </dl>
  )
}

const DeleteDialog = ({ assistant, onClose }: { assistant: Assistant; onClose: () => void }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => deleteAssistant(assistant.assistant_id),
    onSuccess: async () => {
      await navigate({ to: '/assistants', search: {} })
      await client.invalidateQueries({ queryKey: assistantsKey })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${assistant.name}?`}
      description="All its versions are deleted and its waiting runs are cancelled. Its runs are kept. This cannot be undone."
      action="Delete the assistant"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.error !== null && <ErrorLine error={remove.error} />}
    </ConfirmDialog>
  )
}

interface AssistantHeaderProps {
  assistant: Assistant
  versions: number
  canWrite: boolean
}

export const AssistantHeader = ({ assistant, versions, canWrite }: AssistantHeaderProps) => {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { assistant_id: assistantId, name, version, description } = assistant
  const isDeclarative = Array.isArray(assistant.graph_schema['nodes'])
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3">
        <ScreenHeading>{name}</ScreenHeading>
        <span className="min-w-0 text-ink-2">
          version {version}
          {description !== null && description !== '' && ` · ${description}`}
        </span>
        <div className="ml-auto flex flex-wrap gap-1.5 max-md:ml-0">
          {canWrite && (
            <Button icon="trash" variant="danger" onClick={() => setDialog('delete')}>
              Delete
            </Button>
          )}
          {canWrite && (
            <Button icon="pencil" onClick={() => setDialog('edit')}>
              Rename
            </Button>
          )}
          {canWrite && isDeclarative && (
            <Link
              to="/assistants/$assistantId/edit"
              params={{ assistantId }}
              search={{}}
              className={buttonClass()}
            >
              Edit graph
            </Link>
          )}
          <Link to="/chat" search={{ assistant: assistantId }} className={buttonClass('primary')}>
            Open in playground
          </Link>
        </div>
      </div>
      <Facts assistant={assistant} versions={versions} />
      {dialog === 'edit' && <AssistantDialog assistant={assistant} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteDialog assistant={assistant} onClose={() => setDialog(undefined)} />}
    </>
  )
}
