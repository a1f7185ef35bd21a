import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDataset, datasetsKey, updateDataset } from '../../api/datasets.ts'
import { ApiError, problemOf } from '../../api/errors.ts'
import type { Dataset } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea, TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

interface DatasetFormProps {
  /** The dataset to change; without it, a new one is created. */
  dataset?: Dataset
  onSaved: (dataset: Dataset) => void
  onClose: () => void
}

const FIELDS = ['name', 'description', 'held_out_split']

/** The problem with the name; a conflict means that it is taken. */
const nameProblem = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 409 ? error.message : problemOf(error, 'name')

export const DatasetForm = ({ dataset, onSaved, onClose }: DatasetFormProps) => {
  const client = useQueryClient()
  const [name, setName] = useState(dataset?.name ?? '')
  const [description, setDescription] = useState(dataset?.description ?? '')
  const [heldOut, setHeldOut] = useState(dataset?.held_out_split ?? '')
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: name.trim(),
        description: description.trim() === '' ? null : description.trim(),
        held_out_split: heldOut.trim() === '' ? null : heldOut.trim(),
      }
      return dataset === undefined ? createDataset(body) : updateDataset(dataset.dataset_id, body)
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: datasetsKey })
      onSaved(saved)
    },
  })
  const { error } = save
  const isInField =
    nameProblem(error) !== undefined || FIELDS.some((field) => problemOf(error, field) !== undefined)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dataset === undefined ? 'New dataset' : 'Edit dataset'}
      description={
        dataset === undefined
          ? 'A dataset holds the examples that evaluations run an assistant on.'
          : undefined
      }
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            reason={name.trim() === '' ? 'The dataset needs a name' : undefined}
            onClick={() => save.mutate()}
          >
            {dataset === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={nameProblem(error)}>
          {(ids) => <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label="Description" note="optional" error={problemOf(error, 'description')}>
          {(ids) => (
            <TextArea {...ids} value={description} onChange={(event) => setDescription(event.target.value)} />
          )}
        </Field>
        <Field
          label="Held-out split"
          note="optional"
          hint="Only administrators see the examples of this split; evaluations still use them."
          error={problemOf(error, 'held_out_split')}
        >
          {(ids) => (
            <TextInput {...ids} value={heldOut} onChange={(event) => setHeldOut(event.target.value)} />
          )}
        </Field>
        {error !== null && !isInField && <ErrorLine error={error} />}
      </div>
    </Dialog>
  )
}
