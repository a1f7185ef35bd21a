import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { assistantsKey, assistantsQuery, createAssistant, updateAssistant } from '../../api/assistants.ts'
import { ApiError } from '../../api/errors.ts'
import type { Assistant } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

/** A graph that is valid as it is, so that the editor starts with something that runs. */
const FIRST_GRAPH = { nodes: [{ id: 'answer', type: 'llm', system: 'Be brief.' }] }

const DECLARATIVE = 'declarative'

const problemOf = (error: unknown, field: string): string | undefined => {
  const problem = error instanceof ApiError ? error.details[field] : undefined
  return typeof problem === 'string' ? problem : undefined
}

/** Creates an assistant, or changes the name and the description of one. */
export const AssistantDialog = ({
  assistant,
  onClose,
}: {
  assistant?: Assistant | undefined
  onClose: () => void
}) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: assistants } = useQuery(assistantsQuery)
  const [name, setName] = useState(assistant?.name ?? '')
  const [description, setDescription] = useState(assistant?.description ?? '')
  const [graph, setGraph] = useState('agent')
  const [tried, setTried] = useState(false)
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), description: description.trim() }
      if (assistant !== undefined) return updateAssistant(assistant.assistant_id, body)
      return createAssistant(
        graph === DECLARATIVE ? { ...body, graph_schema: FIRST_GRAPH } : { ...body, graph_id: graph },
      )
    },
    onSuccess: async ({ assistant_id: assistantId }) => {
      await client.invalidateQueries({ queryKey: assistantsKey })
      onClose()
      if (assistant !== undefined) return
      const to = graph === DECLARATIVE ? '/assistants/$assistantId/edit' : '/assistants/$assistantId'
      await navigate({ to, params: { assistantId }, search: {} })
    },
  })
  const isMissing = name.trim() === ''
  const hosted = [...new Set(['agent', ...(assistants?.map(({ graph_id }) => graph_id) ?? [])])]
  const submit = (): void => {
    setTried(true)
    if (!isMissing) save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={assistant === undefined ? 'New assistant' : `Rename ${assistant.name}`}
      description={
        assistant === undefined
          ? 'An assistant is a graph with a configuration. Every change makes a new version.'
          : 'Saving makes a new version.'
      }
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {assistant === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={tried && isMissing ? 'Enter a name' : problemOf(save.error, 'name')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={256}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label="Description" note="optional" error={problemOf(save.error, 'description')}>
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              maxLength={10_000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {assistant === undefined && (
          <Field
            label="Graph"
            hint={
              graph === DECLARATIVE
                ? 'Nodes and edges that you edit here, without code.'
                : graph === 'agent'
                  ? 'A model that calls tools until it has a reply.'
                  : 'A graph of this project.'
            }
            error={problemOf(save.error, 'graph_id')}
          >
            {(ids) => (
              <Select {...ids} value={graph} onChange={(event) => setGraph(event.target.value)}>
                {hosted.map((id) => (
                  <option key={id} value={id}>
                    {id === 'agent' ? 'Agent' : id}
                  </option>
                ))}
                <option value={DECLARATIVE}>Declarative graph</option>
              </Select>
            )}
          </Field>
        )}
        {save.error !== null && <ErrorLine error={save.error} />}
      </div>
    </Dialog>
  )
}
