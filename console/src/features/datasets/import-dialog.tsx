import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { datasetsKey, importExamples, type ImportProgress } from '../../api/datasets.ts'
import { ApiError } from '../../api/errors.ts'
import { formatBytes, formatCount } from '../../model/format.ts'
import {
  detectFormat,
  previewImport,
  type ImportFormat,
  type ImportPreview,
} from '../../model/import-preview.ts'
import { Button, Segmented } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Enough for a preview of a few rows. */
const PREVIEW_BYTES = 65_536
const MAX_BYTES = 100_000_000

interface ChosenFile {
  file: File
  text: string
}

const TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

const PreviewTable = ({ preview }: { preview: ImportPreview }) => (
  <div tabIndex={0} role="region" aria-label="Preview" className="overflow-x-auto rounded border border-line">
    <table className="w-full text-small">
      <thead className="bg-bg text-left text-label text-ink-3">
        <tr>
          <th className="px-2 py-1 font-normal">Line</th>
          {preview.columns.map((column) => (
            <th key={column} className="px-2 py-1 font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {preview.rows.map(({ line, cells, problem }) => (
          <tr key={line} className="border-t border-line align-top">
            <td className="px-2 py-1 text-ink-3">{line}</td>
            {problem === undefined ? (
              cells.map((cell, index) => (
                <td key={index} className="max-w-70 truncate px-2 py-1">
                  {cell.slice(0, 200)}
                </td>
              ))
            ) : (
              <td colSpan={preview.columns.length} className="px-2 py-1 text-fail">
                {problem}: {cells.join(', ').slice(0, 200)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Progress = ({ progress }: { progress: ImportProgress | undefined }) => {
  const isStoring = progress !== undefined && progress.sent >= progress.total
  const share = progress === undefined || progress.total === 0 ? 0 : progress.sent / progress.total
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label="Import"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${String(share * 100)}%` }} />
      </div>
      <p className="text-small text-ink-2">
        {progress === undefined
          ? 'Starting'
          : isStoring
            ? 'The file is sent; the service checks and stores the examples'
            : `${formatBytes(progress.sent)} of ${formatBytes(progress.total)} sent`}
      </p>
    </div>
  )
}

/** The first lines that the service refused. */
const LineProblems = ({ error }: { error: Error }) => {
  const problems = error instanceof ApiError ? Object.entries(error.details) : []
  if (problems.length === 0) return <ErrorLine error={error} />
  return (
    <div role="alert" className="rounded bg-fail-soft px-3 py-2 text-fail">
      <p className="font-medium">Nothing was imported. Correct these lines and try again:</p>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {problems.map(([field, problem]) => (
          <li key={field}>
            {field} {String(problem)}
          </li>
        ))}
      </ul>
    </div>
  )
}

export const ImportDialog = ({ datasetId, onClose }: { datasetId: string; onClose: () => void }) => {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ChosenFile>()
  const [format, setFormat] = useState<ImportFormat>('csv')
  const [progress, setProgress] = useState<ImportProgress>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const upload = useMutation({
    mutationFn: (file: File) => {
      abort.current = new AbortController()
      setProgress(undefined)
      return importExamples(datasetId, file, TYPES[format], {
        onProgress: setProgress,
        signal: abort.current.signal,
      })
    },
    onSuccess: async ({ added, version }) => {
      await client.invalidateQueries({ queryKey: datasetsKey })
      showToast({ tone: 'ok', text: `${formatCount(added)} examples imported as version ${String(version)}` })
      onClose()
    },
  })
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    const text = await file.slice(0, PREVIEW_BYTES).text()
    upload.reset()
    setFormat(detectFormat(file.name, text))
    setChosen({ file, text })
  }
  const preview =
    chosen === undefined ? undefined : previewImport(chosen.text, format, chosen.file.size <= PREVIEW_BYTES)
  const reason =
    chosen === undefined
      ? 'Choose a file first'
      : chosen.file.size > MAX_BYTES
        ? 'The file is larger than 100 MB'
        : preview?.problem
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Import examples"
      description="JSON Lines or CSV, up to 100,000 examples. All are added as one version, or none."
      size="large"
      footer={
        <>
          <Button onClick={onClose}>{upload.isPending ? 'Cancel' : 'Go back'}</Button>
          <Button
            variant="primary"
            busy={upload.isPending}
            reason={reason}
            onClick={() => chosen !== undefined && upload.mutate(chosen.file)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <input
            type="file"
            aria-label="File"
            accept=".csv,.jsonl,.ndjson,.json,text/csv,application/x-ndjson"
            disabled={upload.isPending}
            onChange={(event) => void choose(event.target.files?.[0])}
            className="min-w-0 text-compact file:mr-3 file:h-7.5 file:rounded-[6px] file:border file:border-line-2 file:bg-surface file:px-2.75 file:font-medium"
          />
          <Segmented
            label="Format"
            value={format}
            options={[
              { value: 'csv', label: 'CSV' },
              { value: 'jsonl', label: 'JSON Lines' },
            ]}
            onChange={setFormat}
          />
          {chosen !== undefined && <span className="text-ink-3">{formatBytes(chosen.file.size)}</span>}
        </div>
        {preview === undefined ? (
          <p className="text-ink-2">
            Columns of CSV: <code className="font-mono">input</code> and{' '}
            <code className="font-mono">expected_output</code> (a JSON object, or a text), or one column per
            key such as <code className="font-mono">input.message</code>; also{' '}
            <code className="font-mono">tags</code>, <code className="font-mono">split</code> and{' '}
            <code className="font-mono">metadata</code>. A line of JSON is an object with these keys.
          </p>
        ) : (
          <>
            {preview.problem !== undefined && (
              <p role="alert" className="text-fail">
                {preview.problem}
              </p>
            )}
            {preview.rows.length > 0 && <PreviewTable preview={preview} />}
          </>
        )}
        {upload.isPending && <Progress progress={progress} />}
        {upload.error !== null && upload.error.name !== 'AbortError' && <LineProblems error={upload.error} />}
      </div>
    </Dialog>
  )
}
