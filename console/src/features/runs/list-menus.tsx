import type { RunFilterQuery } from '../../api/runs.ts'
import { toCurl, toFetch } from '../../model/snippets.ts'
import { Button } from '../../ui/button.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuCheckItem, MenuItem } from '../../ui/menu.tsx'
import { setPreferences, usePreferences } from '../../ui/preferences.ts'
import { OPTIONAL_COLUMNS } from './run-columns.tsx'

export const ColumnMenu = ({ hidden }: { hidden: string[] }) => {
  const { hiddenColumns } = usePreferences()
  const setHidden = (id: string, isHidden: boolean): void =>
    setPreferences({
      hiddenColumns: {
        ...hiddenColumns,
        runs: isHidden ? [...hidden, id] : hidden.filter((other) => other !== id),
      },
    })
  return (
    <Menu
      trigger={
        <Button>
          Columns <Icon name="down" size={12} />
        </Button>
      }
    >
      {Object.entries(OPTIONAL_COLUMNS).map(([id, label]) => (
        <MenuCheckItem key={id} checked={!hidden.includes(id)} onChange={(shown) => setHidden(id, !shown)}>
          {label}
        </MenuCheckItem>
      ))}
    </Menu>
  )
}

/** The request of the list, to be repeated outside of the console. */
export const ExportMenu = ({ filter }: { filter: RunFilterQuery }) => {
  const query = new URLSearchParams(
    Object.entries({ ...filter, view: 'summary', limit: 100 }).map(([name, value]) => [name, String(value)]),
  )
  const call = { method: 'GET', path: `/api/v1/runs?${query.toString()}` } as const
  return (
    <Menu
      trigger={
        <Button>
          Copy as <Icon name="down" size={12} />
        </Button>
      }
    >
      <MenuItem onSelect={() => void copyWithToast(toCurl(location.origin, call), 'the request for curl')}>
        curl
      </MenuItem>
      <MenuItem
        onSelect={() => void copyWithToast(toFetch(location.origin, call), 'the request for JavaScript')}
      >
        JavaScript, fetch
      </MenuItem>
      <MenuItem onSelect={() => void copyWithToast(location.href, 'the link')}>Link to this list</MenuItem>
    </Menu>
  )
}
