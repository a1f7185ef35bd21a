import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addExample, datasetsKey, deleteExample, exampleQuery, updateExample } from '../../api/datasets.ts'
import { problemOf } from '../../api/errors.ts'
import type { Example } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseObject } from '../../model/json-object.ts'
import { shortId } from '../../model/format.ts'
import { parseTags } from '../../model/tags.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'

interface ExampleDialogProps {
  datasetId: string
  /** The example to show; without it, a new one is added. */
  exampleId?: string | undefined
  /** The version that is shown if it is not the current one. */
  version?: number | undefined
  canWrite: boolean
  onClose: () => void
}

export const ExampleDialog = ({ exampleId, ...props }: ExampleDialogProps) =>
  exampleId === undefined ? (
    <ExampleForm {...props} />
  ) : (
    <StoredExample key={exampleId} exampleId={exampleId} {...props} />
  )

const StoredExample = ({ exampleId, ...props }: ExampleDialogProps & { exampleId: string }) => {
  const { data, error } = useQuery(exampleQuery(props.datasetId, exampleId, props.version))
  if (data !== undefined)
    return props.canWrite && props.version === undefined ? (
      <ExampleForm example={data} {...props} />
    ) : (
      <ExampleView example={data} {...props} />
    )
  return (
    <Dialog open onOpenChange={props.onClose} title="Example">
      {error === null ? <Loading lines={4} /> : <ErrorLine error={error} />}
    </Dialog>
  )
}

const Source = ({ example }: { example: Example }) =>
  example.source_run_id !== null && (
    <p className="text-small text-ink-2">
      From run{' '}
      <Link
        to="/runs/$runId"
        params={{ runId: example.source_run_id }}
        search={{}}
        className="font-mono text-accent hover:underline"
      >
        {shortId(example.source_run_id)}
      </Link>
    </p>
  )

const ExampleView = ({ example, version, onClose }: ExampleDialogProps & { example: Example }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="Example"
    description={version === undefined ? undefined : `As it was in version ${String(version)}`}
  >
    <div className="flex flex-col gap-4">
      <h3 className="text-label text-ink-2">Input</h3>
      <JsonView value={example.input} label="Input" className="max-h-60" />
      <h3 className="text-label text-ink-2">Expected output</h3>
      <JsonView value={example.expected_output} label="Expected output" className="max-h-60" />
      <p className="text-ink-2">
        {example.tags.length === 0 ? 'No tags' : `Tags: ${example.tags.join(', ')}`}
        {example.split !== null && ` · split ${example.split}`}
      </p>
      <Source example={example} />
    </div>
  </Dialog>
)

const ExampleForm = ({
  example,
  datasetId,
  onClose,
}: Pick<ExampleDialogProps, 'datasetId' | 'onClose'> & { example?: Example }) => {
  const client = useQueryClient()
  const [input, setInput] = useState(() => stringifyExact(example?.input ?? { message: '' }, 2))
  const [expected, setExpected] = useState(() =>
    example?.expected_output == null ? '' : stringifyExact(example.expected_output, 2),
  )
  const [tags, setTags] = useState(example?.tags.join(', ') ?? '')
  const [split, setSplit] = useState(example?.split ?? '')
  const [isDeleting, setDeleting] = useState(false)
  const parsedInput = parseObject(input, 'The input')
  const parsedExpected =
    expected.trim() === ''
      ? { value: null, problem: undefined }
      : parseObject(expected, 'The expected output')
  const onDone = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: datasetsKey })
    onClose()
  }
  const save = useMutation({
    mutationFn: async () => {
      const content = {
        input: parsedInput.value ?? {},
        expected_output: parsedExpected.value ?? null,
        tags: parseTags(tags),
        split: split.trim() === '' ? null : split.trim(),
      }
      await (example === undefined
        ? addExample(datasetId, content)
        : updateExample(datasetId, example.example_id, content))
    },
    onSuccess: onDone,
  })
  const remove = useMutation({
    mutationFn: () => deleteExample(datasetId, example?.example_id ?? ''),
    onSuccess: onDone,
  })
  const error = save.error ?? remove.error
  const problem = parsedInput.problem ?? parsedExpected.problem
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={example === undefined ? 'New example' : 'Example'}
      description="Saving creates a new version of the dataset; older versions stay as they are."
      footer={
        <>
          {example !== undefined && (
            <Button variant="danger" className="mr-auto" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" busy={save.isPending} reason={problem} onClick={() => save.mutate()}>
            {example === undefined ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <JsonObjectField label="Input" value={input} onChange={setInput} problem={parsedInput.problem} />
        <JsonObjectField
          label="Expected output"
          value={expected}
          onChange={setExpected}
          problem={parsedExpected.problem}
          hint={'Optional. {"contains": "refund"} accepts any output with this text.'}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Tags"
            hint="Separated by commas"
            error={problemOf(error, 'tags') ?? problemOf(error, 'examples/0/tags')}
          >
            {(ids) => <TextInput {...ids} value={tags} onChange={(event) => setTags(event.target.value)} />}
          </Field>
          <Field label="Split" error={problemOf(error, 'split') ?? problemOf(error, 'examples/0/split')}>
            {(ids) => <TextInput {...ids} value={split} onChange={(event) => setSplit(event.target.value)} />}
          </Field>
        </div>
        {example !== undefined && <Source example={example} />}
        {error !== null && <ErrorLine error={error} />}
      </div>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete the example"
        description="The current version no longer has it; older versions and evaluations keep it."
        action="Delete the example"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </Dialog>
  )
}
