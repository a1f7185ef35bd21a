import { resultsFileUrl } from '../../api/evaluations.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'

const download = (url: string, name = ''): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Saves a text as a file; no request leaves the browser. */
export const saveText = (text: string, name: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  download(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

interface ExportMenuProps {
  evalId: string
  /** Makes the report; undefined while its data is not loaded. */
  onReport: (() => void) | undefined
}

export const ExportMenu = ({ evalId, onReport }: ExportMenuProps) => (
  <Menu
    trigger={
      <Button>
        Export <Icon name="down" size={12} />
      </Button>
    }
  >
    <MenuItem onSelect={() => download(resultsFileUrl(evalId, 'csv', true))}>
      Export failed rows, CSV
    </MenuItem>
    <MenuItem onSelect={() => download(resultsFileUrl(evalId, 'jsonl', true))}>
      Export failed rows, JSON Lines
    </MenuItem>
    <MenuItem onSelect={() => download(resultsFileUrl(evalId, 'csv', false))}>Export all rows, CSV</MenuItem>
    <MenuItem onSelect={() => download(resultsFileUrl(evalId, 'jsonl', false))}>
      Export all rows, JSON Lines
    </MenuItem>
    <MenuSeparator />
    <MenuItem disabled={onReport === undefined} onSelect={() => onReport?.()}>
      Export a report, HTML
    </MenuItem>
  </Menu>
)
