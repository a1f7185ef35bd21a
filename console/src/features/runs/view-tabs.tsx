import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { useScope } from '../../api/session.ts'
import { createView, deleteView, updateView, viewsKey, viewsQuery } from '../../api/views.ts'
import type { View } from '../../api/types.ts'
import { hasFilters } from '../../model/run-filters.ts'
import { parseSearch, stringifySearch, type Search } from '../../model/search.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, TextInput } from '../../ui/field.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { TAB_CLASS } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'

const BUILT_IN: { name: string; query: string; view?: View }[] = [
  { name: 'All runs', query: '' },
  { name: 'Failed', query: 'status=failed' },
  { name: 'Needs a person', query: 'status=requires_action' },
  { name: 'Blocked by a guardrail', query: 'guardrail=blocked' },
  { name: 'More than one attempt', query: 'attempts=2' },
]

/** Two queries are the same view if they have the same parameters in any order. */
const normalize = (query: string): string =>
  stringifySearch(
    Object.fromEntries(Object.entries(parseSearch(query)).toSorted(([a], [b]) => a.localeCompare(b))),
  )

const SaveDialog = ({ search, onClose }: { search: Search; onClose: () => void }) => {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(true)
  const save = useMutation({
    mutationFn: () =>
      createView({ name: name.trim(), screen: 'runs', query: stringifySearch(search).slice(1), shared }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewsKey })
      showToast({ tone: 'ok', text: `Saved the view ${name.trim()}` })
      onClose()
    },
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save as view"
      description="A view keeps these filters and appears as a tab above the list."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            type="submit"
            form="save-view"
            busy={save.isPending}
            disabled={name.trim() === ''}
          >
            Save
          </Button>
        </>
      }
    >
      <form id="save-view" onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Name" hint={stringifySearch(search)}>
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
        {save.error !== null && <ErrorLine error={save.error} />}
      </form>
    </Dialog>
  )
}

const ViewMenu = ({ view, search }: { view: View; search: Search }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const change = useMutation({
    mutationFn: (action: 'update' | 'delete') =>
      action === 'delete'
        ? deleteView(view.view_id)
        : updateView(view.view_id, { query: stringifySearch(search).slice(1) }),
    onSuccess: (_result, action) => {
      void client.invalidateQueries({ queryKey: viewsKey })
      if (action === 'delete') void navigate({ to: '/runs', search: {} })
    },
    onError: () =>
      showToast({ tone: 'fail', text: 'The view could not be changed. Only who created it may do that.' }),
  })
  return (
    <Menu
      align="start"
      trigger={
        <IconButton icon="down" label={`Change the view ${view.name}`} size="small" className="-ml-3" />
      }
    >
      <MenuItem icon="trash" danger onSelect={() => change.mutate('delete')}>
        Delete this view
      </MenuItem>
    </Menu>
  )
}

/** Views of the list: those that everyone needs, then the saved ones. A view is nothing but a query. */
export const ViewTabs = ({ search }: { search: Search }) => {
  const { data: saved = [] } = useQuery({ ...viewsQuery('runs'), retry: false })
  const canWrite = useScope('write')
  const [saving, setSaving] = useState(false)
  const current = normalize(stringifySearch(search))
  const tabs = [...saved.map((view) => ({ name: view.name, query: view.query, view })), ...BUILT_IN]
  const isKnown = tabs.some(({ query }) => normalize(query) === current)
  return (
    <nav
      aria-label="Views"
      className="flex h-9 flex-none items-stretch gap-4.5 overflow-x-auto border-b border-line px-5 max-md:px-3"
    >
      {tabs.map(({ name, query, view }) => {
        const isCurrent = normalize(query) === current
        return (
          <span key={view?.view_id ?? name} className="flex items-stretch gap-4">
            <Link
              to="/runs"
              search={parseSearch(query)}
              data-state={isCurrent ? 'active' : 'inactive'}
              className={TAB_CLASS}
            >
              {name}
            </Link>
            {isCurrent && view !== undefined && canWrite && (
              <span className="self-center">
                <ViewMenu view={view} search={search} />
              </span>
            )}
          </span>
        )
      })}
      {!isKnown && hasFilters(search) && canWrite && (
        <Button variant="link" className="ml-auto font-normal" onClick={() => setSaving(true)}>
          Save as view
        </Button>
      )}
      {saving && <SaveDialog search={search} onClose={() => setSaving(false)} />}
    </nav>
  )
}
