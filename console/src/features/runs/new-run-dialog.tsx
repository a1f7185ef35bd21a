import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createRun } from '../../api/runs.ts'
import type { Assistant } from '../../api/types.ts'
import { parseObject } from '../../model/json-object.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

const EXAMPLE = '{\n  "message": "Where is my order?"\n}'

export const NewRunDialog = ({ assistants, onClose }: { assistants: Assistant[]; onClose: () => void }) => {
  const navigate = useNavigate()
  const [assistantId, setAssistantId] = useState(assistants[0]?.assistant_id ?? '')
  const [input, setInput] = useState(EXAMPLE)
  const { value, problem } = parseObject(input, 'The input')
  const create = useMutation({
    mutationFn: (object: Record<string, unknown>) => createRun({ assistant_id: assistantId, input: object }),
    onSuccess: ({ run_id }) => void navigate({ to: '/runs/$runId', params: { runId: run_id } }),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New run"
      description="The run gets a thread of its own. To continue a conversation, use the playground."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={create.isPending}
            disabled={problem !== undefined || assistantId === ''}
            onClick={() => value !== undefined && create.mutate(value)}
          >
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Assistant">
          {(ids) => (
            <Select {...ids} value={assistantId} onChange={(event) => setAssistantId(event.target.value)}>
              {assistants.map(({ assistant_id, name }) => (
                <option key={assistant_id} value={assistant_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <JsonObjectField label="Input" value={input} onChange={setInput} problem={problem} />
        {create.error !== null && <ErrorLine error={create.error} />}
      </div>
    </Dialog>
  )
}
