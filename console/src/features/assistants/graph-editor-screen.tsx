import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { assistantQuery, nodeTypesQuery } from '../../api/assistants.ts'
import { useScope } from '../../api/session.ts'
import { shortId } from '../../model/format.ts'
import { useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { GraphEditor } from './graph-editor.tsx'

/** Edits the declarative graph of an assistant. */
export const GraphEditorScreen = () => {
  const { assistantId } = useParams({ from: '/assistants/$assistantId/edit' })
  const canWrite = useScope('write')
  const assistant = useQuery(assistantQuery(assistantId))
  const types = useQuery(nodeTypesQuery)
  const name = assistant.data?.name ?? shortId(assistantId)
  useScreen(`Edit the graph of ${name}`, [
    { label: 'Assistants', to: '/assistants' },
    { label: name, to: `/assistants/${assistantId}` },
    { label: 'Edit graph' },
  ])
  const error = assistant.error ?? types.error
  if (assistant.data === undefined || types.data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <ErrorState error={error} onRetry={() => void assistant.refetch()} />
    )
  if (!canWrite)
    return (
      <EmptyState isScreen icon="assistants" title="Your key can only read">
        <p>Editing a graph needs the scope write.</p>
      </EmptyState>
    )
  return <GraphEditor key={assistantId} assistant={assistant.data} types={types.data} />
}
