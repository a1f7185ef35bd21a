import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { assistantsQuery } from '../../api/assistants.ts'
import { infoQuery } from '../../api/system.ts'
import type { GraphSchemas } from '../../api/dialect.ts'
import { schemasQuery } from '../../api/threads.ts'
import { messageForm, toInputForm } from '../../model/input-form.ts'
import { listSettings, readOverrides, type SettingDrafts } from '../../model/overrides.ts'
import { isRecord } from '../../model/is-record.ts'

/** Nodes of a declarative graph that read messages. */
const READS_MESSAGES = /^(?:llm|agent)$/

/** A project may have a graph named `agent` too; its schema says more about messages than that of the built-in one. */
const hasBuiltInSchema = (schemas: GraphSchemas | undefined): boolean => {
  const properties = schemas?.input_schema?.['properties']
  const messages = isRecord(properties) ? properties['messages'] : undefined
  return isRecord(messages) && messages['type'] === 'array' && Object.keys(messages).length === 1
}

/** The assistant that the next run uses, with its input form and what the person overrides. */
export const useAssistant = (requested: string | undefined, ofThread: string | undefined) => {
  const list = useQuery(assistantsQuery)
  const info = useQuery(infoQuery)
  const [drafts, setDrafts] = useState<Record<string, SettingDrafts>>({})
  const assistants = list.data ?? []
  const find = (id: string | undefined) =>
    assistants.find(
      ({ assistant_id, graph_id, name }) => id !== undefined && [assistant_id, graph_id, name].includes(id),
    )
  const assistant = find(requested) ?? find(ofThread) ?? find('agent') ?? assistants[0]
  const id = assistant?.assistant_id ?? ''
  const schemas = useQuery(schemasQuery(id))
  const isBuiltIn = assistant?.graph_id === 'agent' && hasBuiltInSchema(schemas.data)
  const nodes = assistant?.graph_schema['nodes']
  const takesMessages =
    !Array.isArray(nodes) ||
    (nodes as { type?: string }[]).some(({ type }) => READS_MESSAGES.test(type ?? ''))
  // A project in TypeScript may be compiled before its first schema is known, which takes a while. Most graphs take messages.
  const isInputPending = assistant !== undefined && !Array.isArray(nodes) && schemas.isPending
  const input = useMemo(() => {
    const full = isInputPending ? messageForm(true) : toInputForm(schemas.data?.input_schema)
    // The schema of a declarative graph lists its state; a chat needs the message only.
    return Array.isArray(nodes) || isBuiltIn ? messageForm(takesMessages) : full
  }, [schemas.data, nodes, isBuiltIn, takesMessages, isInputPending])
  const settings = useMemo(
    () => (assistant === undefined ? [] : listSettings(assistant, schemas.data, isBuiltIn)),
    [assistant, schemas.data, isBuiltIn],
  )
  const changes = drafts[id] ?? {}
  return {
    list,
    assistants,
    assistant,
    schemas,
    input,
    isInputPending,
    isDemo: info.data?.demo_mode === true && isBuiltIn,
    settings,
    drafts: changes,
    setDrafts: (next: SettingDrafts) => setDrafts({ ...drafts, [id]: next }),
    overrides: assistant === undefined ? undefined : readOverrides(assistant, settings, changes),
  }
}
