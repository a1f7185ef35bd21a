import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { describeError } from '../../api/errors.ts'
import type { View } from '../../api/types.ts'
import { deleteView, viewsKey } from '../../api/views.ts'
import { IconButton } from '../../ui/button.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EditViewDialog } from './view-dialog.tsx'

export const ViewMenu = ({ view }: { view: View }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteView(view.view_id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: viewsKey })
      showToast({ tone: 'ok', text: `Deleted the view ${view.name}` })
      await navigate({ to: '/runs', search: {} })
    },
    onError: (error) => showToast({ tone: 'fail', text: describeError(error).advice }),
  })
  return (
    <>
      <Menu
        align="start"
        trigger={
          <IconButton icon="down" label={`Change the view ${view.name}`} size="small" className="-ml-3" />
        }
      >
        <MenuLabel>
          {view.shared ? 'Shared' : 'Only you'}, created by {view.created_by}
        </MenuLabel>
        <MenuItem icon="pencil" onSelect={() => setEditing(true)}>
          Rename or share
        </MenuItem>
        <MenuItem
          icon="copy"
          onSelect={() => void copyWithToast(`${location.origin}/console/runs?${view.query}`, 'the link')}
        >
          Copy the link
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => remove.mutate()}>
          Delete
        </MenuItem>
      </Menu>
      {isEditing && <EditViewDialog view={view} onClose={() => setEditing(false)} />}
    </>
  )
}
