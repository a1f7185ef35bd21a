import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { datasetQuery, datasetsKey, deleteDataset, examplesQuery } from '../../api/datasets.ts'
import { describeError } from '../../api/errors.ts'
import { useScope } from '../../api/session.ts'
import type { Dataset } from '../../api/types.ts'
import { plural } from '../../model/format.ts'
import { mergeSearch } from '../../model/search.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DatasetForm } from './dataset-form.tsx'
import { ExampleDialog } from './example-dialog.tsx'
import { ExampleList } from './example-list.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { VersionList } from './version-list.tsx'

type DialogName = 'import' | 'edit' | 'delete'

const exportUrl = (id: string, format: string, version: string | undefined): string =>
  `/api/v1/datasets/${id}/export?format=${format}${version === undefined ? '' : `&version=${version}`}`

const download = (url: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

interface HeaderProps {
  dataset: Dataset
  version: string | undefined
  canWrite: boolean
  onDialog: (name: DialogName) => void
  onNew: () => void
}

const Header = ({ dataset, version, canWrite, onDialog, onNew }: HeaderProps) => (
  <header className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3">
    <ScreenHeading>{dataset.name}</ScreenHeading>
    <span className="text-ink-2">
      {plural(dataset.examples, 'example')}, version {dataset.version}
      {dataset.held_out_split !== null && `, held-out split ${dataset.held_out_split}`}
    </span>
    <div className="ml-auto flex flex-wrap gap-2 max-lg:ml-0">
      <Menu
        trigger={
          <Button>
            Export <Icon name="down" size={12} />
          </Button>
        }
      >
        {(['csv', 'jsonl'] as const).map((format) => (
          <MenuItem key={format} onSelect={() => download(exportUrl(dataset.dataset_id, format, version))}>
            Export as {format === 'csv' ? 'CSV' : 'JSON Lines'}
          </MenuItem>
        ))}
      </Menu>
      {canWrite && (
        <>
          <Button onClick={() => onDialog('import')}>Import</Button>
          <Button icon="plus" onClick={onNew}>
            Add example
          </Button>
          <Link
            to="/evaluations/new"
            search={{ dataset: dataset.dataset_id }}
            className={buttonClass('primary')}
          >
            Evaluate
          </Link>
          <Menu trigger={<IconButton icon="more" label="More actions" />}>
            <MenuItem icon="pencil" onSelect={() => onDialog('edit')}>
              Edit
            </MenuItem>
            <MenuItem icon="trash" danger onSelect={() => onDialog('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      )}
    </div>
    {dataset.description !== null && <p className="w-full text-ink-2">{dataset.description}</p>}
  </header>
)

export const DatasetScreen = () => {
  const { datasetId } = useParams({ from: '/datasets/$datasetId' })
  const search = useSearch({ from: '/datasets/$datasetId' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const canWrite = useScope('write')
  const [dialog, setDialog] = useState<DialogName>()
  const { data: dataset, error, refetch } = useQuery(datasetQuery(datasetId))
  const { tag, split, tab = 'examples' } = search
  const version = search['version'] === undefined ? undefined : Number(search['version'])
  const filter = useMemo(
    () => ({
      ...(version !== undefined && { version }),
      ...(tag !== undefined && { tag }),
      ...(split !== undefined && { split }),
    }),
    [version, tag, split],
  )
  const list = useInfiniteQuery(examplesQuery(datasetId, filter))
  const remove = useMutation({
    mutationFn: () => deleteDataset(datasetId),
    onSuccess: async () => {
      await navigate({ to: '/datasets', search: {} })
      await client.invalidateQueries({ queryKey: datasetsKey })
    },
    onError: (problem) => showToast({ tone: 'fail', text: describeError(problem).advice }),
  })
  useScreen(dataset?.name ?? 'Dataset', [
    { label: 'Datasets', to: '/datasets' },
    { label: dataset?.name ?? '…' },
  ])
  if (dataset === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const setSearch = (change: Record<string, string | undefined>): void =>
    void navigate({
      to: '/datasets/$datasetId',
      params: { datasetId },
      search: (old) => mergeSearch(old, change),
      replace: true,
    })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Header
        dataset={dataset}
        version={search['version']}
        canWrite={canWrite}
        onDialog={setDialog}
        onNew={() => setSearch({ example: 'new' })}
      />
      <Tabs
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'examples' ? undefined : next })}
        label="Parts of the dataset"
        tabs={[
          { value: 'examples', label: 'Examples' },
          { value: 'versions', label: 'Versions', count: dataset.version },
        ]}
      >
        <TabPanel value="examples">
          <ExampleList
            list={list}
            filter={filter}
            canWrite={canWrite}
            setSearch={setSearch}
            onImport={() => setDialog('import')}
          />
        </TabPanel>
        <TabPanel value="versions">
          <VersionList
            dataset={dataset}
            shown={version}
            onShow={(shown) =>
              setSearch({ tab: undefined, version: shown === dataset.version ? undefined : String(shown) })
            }
          />
        </TabPanel>
      </Tabs>
      {search['example'] !== undefined && (
        <ExampleDialog
          datasetId={datasetId}
          exampleId={search['example'] === 'new' ? undefined : search['example']}
          version={version}
          canWrite={canWrite}
          onClose={() => setSearch({ example: undefined })}
        />
      )}
      {dialog === 'import' && <ImportDialog datasetId={datasetId} onClose={() => setDialog(undefined)} />}
      {dialog === 'edit' && (
        <DatasetForm
          dataset={dataset}
          onSaved={() => setDialog(undefined)}
          onClose={() => setDialog(undefined)}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(undefined)}
        title="Delete the dataset"
        description={`${plural(dataset.examples, 'example')} in ${plural(dataset.version, 'version')} are deleted. Evaluations stay, but no longer show inputs. This cannot be undone.`}
        action="Delete the dataset"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}
