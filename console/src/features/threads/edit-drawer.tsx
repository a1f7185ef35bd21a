import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { graphQuery, schemasQuery } from '../../api/threads.ts'
import type { CheckpointNode } from '../../model/checkpoint-tree.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseObject } from '../../model/json-object.ts'
import { checkEdit, readEdit, type StateEdit } from '../../model/state-edit.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { StatusGlyph } from '../../ui/status.tsx'

const describeEdit = ({ added, changed, removed }: StateEdit): string =>
  [
    ...changed.map((name) => `~ ${name}`),
    ...added.map((name) => `+ ${name}`),
    ...removed.map((name) => `− ${name}, set to null`),
  ].join(', ')

interface EditDrawerProps {
  node: CheckpointNode
  /** The nodes that wrote the checkpoint. */
  writers: string[]
  assistantId: string
  busy: 'save' | 'run' | undefined
  error: unknown
  onSave: (values: Record<string, unknown>, asNode: string | undefined, andRun: boolean) => void
  onClose: () => void
}

/** Edits the state at a checkpoint. Saving stores a new checkpoint, so it always makes a branch and overwrites nothing. */
export const EditDrawer = ({ node, writers, assistantId, busy, error, onSave, onClose }: EditDrawerProps) => {
  const original = useMemo(() => stringifyExact(node.state.values ?? {}, 2), [node])
  const [text, setText] = useState(original)
  const [asNode, setAsNode] = useState(writers.length === 1 ? (writers[0] ?? '') : '')
  const { data: schemas } = useQuery(schemasQuery(assistantId))
  const { data: graph } = useQuery(graphQuery(assistantId))
  const nodes = (graph?.nodes ?? []).map(({ id }) => id).filter((id) => !id.startsWith('__'))
  const { value, problem: syntax } = useMemo(() => parseObject(text, 'The state'), [text])
  const edit = useMemo(() => readEdit(node.state.values, value), [node, value])
  const misfit = syntax ?? checkEdit(schemas?.state_schema, edit.values)
  const isEmpty = syntax === undefined && Object.keys(edit.values).length === 0
  const reason = misfit ?? (isEmpty ? 'Nothing has been changed yet' : undefined)
  const save = (andRun: boolean): void => onSave(edit.values, asNode === '' ? undefined : asNode, andRun)
  return (
    <section
      aria-label={`Edit state at checkpoint ${String(node.number)}`}
      className="relative flex max-h-[60%] min-h-70 flex-none flex-col border-t border-line-2 bg-bg shadow-[0_-6px_18px_rgb(0_0_0/0.06)]"
    >
      <header className="flex min-h-9 flex-none flex-wrap items-center gap-x-2.5 py-1 pr-3 pl-5">
        <Icon name="pencil" size={14} />
        <h3 className="font-medium">Edit state at checkpoint {node.number}</h3>
        <span className="text-small text-ink-3">saved as a new branch, nothing is overwritten</span>
        <IconButton icon="close" label="Close" size="small" className="ml-auto" onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col px-5">
        <CodeEditor
          label="State as JSON"
          value={text}
          onChange={setText}
          invalid={misfit !== undefined}
          className="min-h-30 flex-1"
        />
        {!isEmpty && syntax === undefined && (
          <p className="mt-1 truncate font-mono text-small text-ink-2" title={describeEdit(edit)}>
            {describeEdit(edit)}
          </p>
        )}
        {error != null && (
          <div className="mt-1.5">
            <ErrorLine error={error} />
          </div>
        )}
      </div>
      <footer className="flex flex-none flex-wrap items-center gap-2.5 px-5 pt-2 pb-2.75 text-small text-ink-2">
        {misfit === undefined ? (
          <span className="inline-flex items-center gap-1.5 text-ok">
            <StatusGlyph status="completed" />
            {isEmpty
              ? 'No change'
              : schemas?.state_schema == null
                ? 'Valid JSON; the graph has no schema'
                : 'Fits the schema'}
          </span>
        ) : (
          <span role="alert" className="inline-flex min-w-0 items-center gap-1.5 text-fail">
            <StatusGlyph status="failed" />
            {misfit}
          </span>
        )}
        <label
          className="inline-flex items-center gap-1.75 text-ink-3"
          title="Reducers and the next nodes depend on the node that is said to have written the change."
        >
          as node
          <Select
            className="h-6.5! w-auto! text-small"
            value={asNode}
            onChange={(event) => setAsNode(event.target.value)}
          >
            <option value="">the one that wrote it</option>
            {[...new Set([...writers, ...nodes])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </label>
        <div className="ml-auto flex gap-1.5">
          <Button size="small" busy={busy !== undefined} reason={reason} onClick={() => save(false)}>
            Save only
          </Button>
          <Button
            size="small"
            variant="primary"
            busy={busy !== undefined}
            reason={reason}
            onClick={() => save(true)}
          >
            Save and run from here
          </Button>
        </div>
      </footer>
    </section>
  )
}
