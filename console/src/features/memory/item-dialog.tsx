import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorBesides, fieldError } from '../../api/field-errors.ts'
import { memoryKey, putItem } from '../../api/memory.ts'
import { parseObject } from '../../model/json-object.ts'
import { findAddressProblem, splitLabels } from '../../model/memory.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

interface NewItemDialogProps {
  /** The namespace that is open, as a start. */
  namespace: string[]
  onClose: () => void
  onCreated: (namespace: string[], key: string) => void
}

export const NewItemDialog = ({ namespace, onClose, onCreated }: NewItemDialogProps) => {
  const client = useQueryClient()
  const [labels, setLabels] = useState(namespace.join('/'))
  const [key, setKey] = useState('')
  const [text, setText] = useState('{\n  "text": ""\n}')
  const { value, problem } = parseObject(text, 'The value')
  const path = splitLabels(labels)
  const addressProblem = findAddressProblem(path, key)
  const create = useMutation({
    mutationFn: (object: Record<string, unknown>) =>
      putItem({ namespace: path, key: key.trim(), value: object }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: memoryKey })
      onCreated(path, key.trim())
    },
  })
  const otherError = errorBesides(create.error, ['namespace', 'key', 'value'])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New item"
      description="Graphs read it as config.store. An item with the same namespace and key is replaced."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={create.isPending}
            reason={addressProblem ?? problem}
            onClick={() => value !== undefined && create.mutate(value)}
          >
            Create
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Namespace"
          hint="Labels with slashes between them, for example users/user-42"
          error={fieldError(create.error, 'namespace')}
        >
          {(ids) => <TextInput {...ids} value={labels} onChange={(event) => setLabels(event.target.value)} />}
        </Field>
        <Field label="Key" error={fieldError(create.error, 'key')}>
          {(ids) => <TextInput {...ids} value={key} onChange={(event) => setKey(event.target.value)} />}
        </Field>
        <JsonObjectField
          label="Value"
          value={text}
          onChange={setText}
          problem={problem ?? fieldError(create.error, 'value')}
        />
        {otherError !== null && <ErrorLine error={otherError} />}
      </div>
    </Dialog>
  )
}
