import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import type { View } from '../../api/types.ts'
import { createView, updateView, viewsKey } from '../../api/views.ts'
import { stringifySearch, type Search } from '../../model/search.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, TextInput } from '../../ui/field.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

interface ViewDialogProps {
  title: string
  description: string
  hint?: string
  initial: { name: string; shared: boolean }
  save: (view: { name: string; shared: boolean }) => Promise<unknown>
  onClose: () => void
}

const ViewDialog = ({ title, description, hint, initial, save, onClose }: ViewDialogProps) => {
  const client = useQueryClient()
  const [name, setName] = useState(initial.name)
  const [shared, setShared] = useState(initial.shared)
  const saving = useMutation({
    mutationFn: () => save({ name: name.trim(), shared }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewsKey })
      showToast({ tone: 'ok', text: `Saved the view ${name.trim()}` })
      onClose()
    },
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') saving.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            type="submit"
            form="save-view"
            busy={saving.isPending}
            disabled={name.trim() === ''}
          >
            Save
          </Button>
        </>
      }
    >
      <form id="save-view" onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Name" hint={hint}>
          {(ids) => (
            <TextInput
              {...ids}
              autoFocus
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox label="Everyone in this tenant sees it" checked={shared} onChange={setShared} />
        {saving.error !== null && <ErrorLine error={saving.error} />}
      </form>
    </Dialog>
  )
}

export const SaveViewDialog = ({ search, onClose }: { search: Search; onClose: () => void }) => (
  <ViewDialog
    title="Save as view"
    description="A view keeps these filters and appears as a tab above the list."
    hint={stringifySearch(search)}
    initial={{ name: '', shared: true }}
    save={(view) => createView({ ...view, screen: 'runs', query: stringifySearch(search).slice(1) })}
    onClose={onClose}
  />
)

export const EditViewDialog = ({ view, onClose }: { view: View; onClose: () => void }) => (
  <ViewDialog
    title="Change the view"
    description="The filters of the view stay as they are."
    hint={`?${view.query}`}
    initial={{ name: view.name, shared: view.shared }}
    save={(change) => updateView(view.view_id, change)}
    onClose={onClose}
  />
)
