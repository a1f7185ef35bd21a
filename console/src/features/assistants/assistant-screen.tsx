import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  assistantQuery,
  assistantsKey,
  assistantVersionsQuery,
  setCurrentVersion,
  type AssistantVersion,
} from '../../api/assistants.ts'
import { useScope } from '../../api/session.ts'
import { shortId } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useScreen } from '../../ui/screen.tsx'
import { ErrorLine, ErrorState, Loading } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AssistantGraph } from './assistant-graph.tsx'
import { AssistantHeader } from './assistant-header.tsx'
import { ConfigEditor } from './config-editor.tsx'
import { InForceList } from './in-force-list.tsx'
import { VersionDiff } from './version-diff.tsx'
import { VersionList } from './version-list.tsx'

const SetCurrentDialog = ({
  assistantId,
  version,
  onClose,
}: {
  assistantId: string
  version: number
  onClose: () => void
}) => {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => setCurrentVersion(assistantId, version),
    onSuccess: async () => {
      await Promise.all(
        [assistantsKey, ['graph', assistantId], ['schemas', assistantId]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      showToast({ tone: 'ok', text: `Version ${String(version)} is current. New runs use it.` })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Set version ${String(version)} as current?`}
      description="Runs that start from now on use it. No version is lost, and it can be changed back."
      action="Set as current"
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    >
      {change.error !== null && <ErrorLine error={change.error} />}
    </ConfirmDialog>
  )
}

/** The version of the URL, else the current one, and the version that it is compared with. */
const choose = (versions: AssistantVersion[], search: Record<string, string>, current: number) => {
  const find = (version: string | undefined) =>
    versions.find((candidate) => String(candidate.version) === version)
  const after = find(search['version']) ?? find(String(current)) ?? versions[0]
  const earlier = versions.find(({ version }) => after !== undefined && version < after.version)
  return { after, before: find(search['before']) ?? earlier }
}

/** An assistant: its versions and what changed between them, its configuration, its graph, and what applies to its runs. */
export const AssistantScreen = () => {
  const { assistantId } = useParams({ from: '/assistants/$assistantId' })
  const search = useSearch({ from: '/assistants/$assistantId' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const { data: assistant, error, refetch } = useQuery(assistantQuery(assistantId))
  const { data: versions, error: versionsError } = useQuery(assistantVersionsQuery(assistantId))
  const [pending, setPending] = useState<number>()
  const name = assistant?.name ?? shortId(assistantId)
  useScreen(name, [{ label: 'Assistants', to: '/assistants' }, { label: name }])
  const failure = error ?? versionsError
  if (assistant === undefined || versions === undefined)
    return failure === null ? <Loading /> : <ErrorState error={failure} onRetry={() => void refetch()} />
  const { after, before } = choose(versions, search, assistant.version)
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '/assistants/$assistantId',
      params: { assistantId },
      search: (old) => mergeSearch(old, change),
      replace: true,
    })
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto">
      <AssistantHeader assistant={assistant} versions={versions.length} canWrite={canWrite} />
      <div className="flex min-h-0 flex-1 max-lg:flex-none max-lg:flex-col">
        <section
          aria-label="History"
          className="w-58 flex-none overflow-y-auto border-r border-line max-lg:max-h-70 max-lg:w-full max-lg:border-r-0 max-lg:border-b"
        >
          <div className="flex min-h-9 items-center border-b border-line px-4">
            <h2 className="font-medium">Versions</h2>
            <span className="ml-auto text-small text-ink-2">{versions.length}</span>
          </div>
          <VersionList
            versions={versions}
            current={assistant.version}
            selected={after?.version ?? assistant.version}
            onSelect={(version) => setSearch({ version: String(version), before: undefined })}
            onSetCurrent={canWrite ? setPending : undefined}
          />
        </section>
        <div className="min-w-0 flex-1 overflow-y-auto bg-surface max-lg:overflow-visible">
          {after !== undefined && (
            <VersionDiff versions={versions} before={before} after={after} onChange={setSearch} />
          )}
          <ConfigEditor
            key={`${assistant.assistant_id} ${String(assistant.version)}`}
            assistant={assistant}
            canWrite={canWrite}
            onSaved={() => setSearch({ version: undefined, before: undefined })}
          />
        </div>
        <aside
          aria-label="Graph and rules"
          className="w-90 flex-none overflow-y-auto border-l border-line max-lg:w-full max-lg:border-t max-lg:border-l-0"
        >
          <AssistantGraph assistant={assistant} />
          <InForceList version={after ?? assistant} />
        </aside>
      </div>
      {pending !== undefined && (
        <SetCurrentDialog assistantId={assistantId} version={pending} onClose={() => setPending(undefined)} />
      )}
    </div>
  )
}
