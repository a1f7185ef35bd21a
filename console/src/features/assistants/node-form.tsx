import { useMemo, useState } from 'react'
import { readForm, toDrafts, withoutDefaults } from '../../model/form-drafts.ts'
import { toNodeForm, type GraphNode } from '../../model/graph-editor.ts'
import { isRecord } from '../../model/is-record.ts'
import type { JsonSchema } from '../../model/json-schema.ts'
import { SchemaFields } from '../../ui/schema-fields.tsx'

interface NodeFormProps {
  node: GraphNode
  schema: JsonSchema
  /** What the service found wrong, by field. */
  problems: Record<string, string>
  onChange: (node: GraphNode) => void
}

/** The fields of a node. Text that is no value yet, such as unfinished JSON, stays in the form only. */
export const NodeForm = ({ node, schema, problems, onChange }: NodeFormProps) => {
  // The form is made from the node as it was opened; a field must not change its kind while a person types.
  const [start] = useState(node)
  const form = useMemo(() => toNodeForm(schema, start), [schema, start])
  const initial = useMemo(() => toDrafts(form, start), [form, start])
  const [drafts, setDrafts] = useState(initial)
  const reading = readForm(form, drafts)
  return (
    <>
      {problems[''] !== undefined && <p className="mb-2 text-small text-fail">{problems['']}</p>}
      <SchemaFields
        form={form}
        drafts={drafts}
        initial={initial}
        problems={{ ...problems, ...reading.problems }}
        onChange={(next) => {
          setDrafts(next)
          const { value } = readForm(form, next)
          const fields = withoutDefaults(form, isRecord(value) ? value : {}, start)
          const { id, ...others } = fields
          onChange({ id: id ?? '', type: node['type'], ...others })
        }}
      />
    </>
  )
}
