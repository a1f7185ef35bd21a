import { useQuery } from '@tanstack/react-query'
import { datasetVersionsQuery } from '../../api/datasets.ts'
import type { Dataset, DatasetVersion } from '../../api/types.ts'
import { formatCount } from '../../model/format.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'

interface VersionListProps {
  dataset: Dataset
  /** The version whose examples are shown; undefined: the current one. */
  shown: number | undefined
  onShow: (version: number) => void
}

const signed = (sign: string, count: number): string => (count === 0 ? '–' : `${sign}${formatCount(count)}`)

const makeColumns = ({ dataset, shown, onShow }: VersionListProps): Column<DatasetVersion>[] => [
  {
    id: 'version',
    header: <span className="pl-5">Version</span>,
    width: 'minmax(200px, 1fr)',
    cell: ({ version }) => (
      <button
        type="button"
        onClick={() => onShow(version)}
        className="pl-5 font-medium text-ink hover:underline"
      >
        Version {version}
        {version === dataset.version && <span className="font-normal text-ink-3"> · current</span>}
        {version === shown && <span className="font-normal text-ink-3"> · shown</span>}
      </button>
    ),
  },
  {
    id: 'added',
    header: 'Added',
    width: '90px',
    align: 'right',
    cell: ({ added }) => <span className={added > 0 ? 'text-ok' : 'text-ink-3'}>{signed('+', added)}</span>,
  },
  {
    id: 'changed',
    header: 'Changed',
    width: '90px',
    align: 'right',
    cell: ({ changed }) => (
      <span className={changed > 0 ? 'text-wait' : 'text-ink-3'}>{signed('~', changed)}</span>
    ),
  },
  {
    id: 'removed',
    header: 'Removed',
    width: '90px',
    align: 'right',
    cell: ({ removed }) => (
      <span className={removed > 0 ? 'text-fail' : 'text-ink-3'}>{signed('−', removed)}</span>
    ),
  },
  {
    id: 'examples',
    header: 'Examples',
    width: '100px',
    align: 'right',
    cell: ({ examples }) => formatCount(examples),
  },
  {
    id: 'created',
    header: 'Created',
    width: '130px',
    cell: ({ created_at }) => <Time value={created_at} className="text-ink-2" />,
  },
]

const keyOf = ({ version }: DatasetVersion): string => String(version)

export const VersionList = (props: VersionListProps) => {
  const { data, error, refetch } = useQuery(datasetVersionsQuery(props.dataset.dataset_id))
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table
      label="Versions"
      columns={makeColumns(props)}
      rows={data}
      rowKey={keyOf}
      rowHeight={32}
      onOpen={({ version }) => props.onShow(version)}
      footer={
        <p className="px-5 py-3 text-small text-ink-3">
          Every change to the examples creates a version. Evaluations record the version that they used.
        </p>
      }
    />
  )
}
