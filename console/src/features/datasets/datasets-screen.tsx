import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { datasetsQuery } from '../../api/datasets.ts'
import { useScope } from '../../api/session.ts'
import type { Dataset } from '../../api/types.ts'
import { formatCount, plural } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { ScreenHeading, useScreen } from '../../ui/screen.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Highlight } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { DatasetForm } from './dataset-form.tsx'

const makeColumns = (query: string | undefined): Column<Dataset>[] => [
  {
    id: 'name',
    header: <span className="pl-5">Name</span>,
    width: 'minmax(160px, 0.8fr)',
    cell: ({ dataset_id, name }) => (
      <Link
        to="/datasets/$datasetId"
        params={{ datasetId: dataset_id }}
        className="truncate pl-5 font-medium text-ink hover:underline"
      >
        <Highlight text={name} query={query} />
      </Link>
    ),
  },
  {
    id: 'examples',
    header: 'Examples',
    width: '90px',
    align: 'right',
    cell: ({ examples }) => formatCount(examples),
  },
  { id: 'version', header: 'Version', width: '70px', align: 'right', cell: ({ version }) => version },
  {
    id: 'heldOut',
    header: 'Held-out split',
    width: '120px',
    cell: ({ held_out_split }) => <span className="truncate text-ink-2">{held_out_split ?? '–'}</span>,
  },
  {
    id: 'description',
    header: 'Description',
    width: 'minmax(200px, 1.6fr)',
    cell: ({ description }) => (
      <span className="truncate text-ink-2" title={description ?? ''}>
        {description === null ? '–' : <Highlight text={description} query={query} />}
      </span>
    ),
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '110px',
    cell: ({ updated_at }) => <Time value={updated_at} className="text-ink-2" />,
  },
]

const matches = ({ name, description }: Dataset, query: string): boolean =>
  [name, description ?? ''].some((text) => text.toLowerCase().includes(query.toLowerCase()))

const keyOf = ({ dataset_id }: Dataset): string => dataset_id

export const DatasetsScreen = () => {
  useScreen('Datasets', [{ label: 'Datasets' }])
  const { q } = useSearch({ from: '/datasets' })
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery(datasetsQuery)
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const rows = q === undefined ? data : data.filter((dataset) => matches(dataset, q))
  const open = ({ dataset_id: datasetId }: Dataset): void =>
    void navigate({ to: '/datasets/$datasetId', params: { datasetId }, search: {} })
  const createButton = (
    <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
      New dataset
    </Button>
  )
  return (
    <>
      <div className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5">
        <ScreenHeading>Datasets</ScreenHeading>
        <span className="text-ink-2">{plural(data.length, 'dataset')}</span>
        {data.length > 0 && (
          <TextInput
            type="search"
            aria-label="Filter by name or description"
            placeholder="Name or description"
            className="ml-auto w-60! max-md:ml-0 max-md:w-full!"
            value={q ?? ''}
            onChange={(event) =>
              void navigate({ to: '/datasets', search: { q: event.target.value }, replace: true })
            }
          />
        )}
        {canWrite && data.length > 0 && createButton}
      </div>
      {data.length === 0 ? (
        <EmptyState icon="datasets" title="No dataset yet" actions={canWrite && createButton}>
          <p>
            A dataset holds inputs and what an assistant is expected to make of them. Import a file, or open a
            run and add it with “Add to dataset”; then evaluate assistants on it.
          </p>
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState icon="search" title="No dataset matches">
          <p>No name or description contains “{q}”.</p>
        </EmptyState>
      ) : (
        <Table
          label="Datasets"
          columns={makeColumns(q)}
          rows={rows}
          rowHeight={32}
          rowKey={keyOf}
          className="border-t border-line"
          onOpen={open}
        />
      )}
      {isCreating && <DatasetForm onSaved={open} onClose={() => setCreating(false)} />}
    </>
  )
}
