import { useState } from 'react'
import type { NewExample } from '../api/datasets.ts'
import type { Dataset } from '../api/types.ts'
import { parseTags } from '../model/tags.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field, Select, TextInput } from './field.tsx'
import { ErrorLine } from './states.tsx'

interface AddToDatasetDialogProps {
  datasets: Dataset[] | undefined
  error: Error | null
  busy: boolean
  onAdd: (example: NewExample) => void
  onClose: () => void
}

const NEW = 'new'

/** Adds the input of a run, with its output as the expected output, to a dataset. */
export const AddToDatasetDialog = ({ datasets, error, busy, onAdd, onClose }: AddToDatasetDialogProps) => {
  const [chosen, setChosen] = useState<string>()
  const [name, setName] = useState('')
  const [tags, setTags] = useState('')
  const [split, setSplit] = useState('')
  const datasetId = chosen ?? datasets?.[0]?.dataset_id ?? NEW
  const isNew = datasetId === NEW
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add to dataset"
      description="The input becomes an example; the output of the run is what later runs are expected to produce."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={datasets === undefined}
            reason={isNew && name.trim() === '' ? 'The new dataset needs a name' : undefined}
            onClick={() =>
              onAdd({
                target: isNew ? { name: name.trim() } : { datasetId },
                tags: parseTags(tags),
                split: split.trim() === '' ? null : split.trim(),
              })
            }
          >
            Add
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Dataset">
          {(ids) => (
            <Select {...ids} value={datasetId} onChange={(event) => setChosen(event.target.value)}>
              {datasets?.map((dataset) => (
                <option key={dataset.dataset_id} value={dataset.dataset_id}>
                  {dataset.name}
                </option>
              ))}
              <option value={NEW}>New dataset…</option>
            </Select>
          )}
        </Field>
        {isNew && (
          <Field label="Name of the new dataset">
            {(ids) => <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
          </Field>
        )}
        <Field label="Tags" note="optional" hint="Separated by commas">
          {(ids) => <TextInput {...ids} value={tags} onChange={(event) => setTags(event.target.value)} />}
        </Field>
        <Field label="Split" note="optional">
          {(ids) => <TextInput {...ids} value={split} onChange={(event) => setSplit(event.target.value)} />}
        </Field>
        {error !== null && <ErrorLine error={error} />}
      </div>
    </Dialog>
  )
}
