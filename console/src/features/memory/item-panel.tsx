import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteItem, memoryKey, putItem } from '../../api/memory.ts'
import { useScope } from '../../api/session.ts'
import type { StoreItem } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseObject } from '../../model/json-object.ts'
import { describeNamespace } from '../../model/memory.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { showErrorToast } from '../../ui/error-toast.ts'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toast.tsx'

const Editor = ({ item, onDone }: { item: StoreItem; onDone: () => void }) => {
  const client = useQueryClient()
  const [text, setText] = useState(() => stringifyExact(item.value, 2))
  const { value, problem } = parseObject(text, 'The value')
  const save = useMutation({
    mutationFn: (object: Record<string, unknown>) => putItem({ ...item, value: object }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: memoryKey })
      showToast({ tone: 'ok', text: `Saved ${item.key}` })
      onDone()
    },
  })
  return (
    <div className="flex flex-col gap-2">
      <CodeEditor
        label="Value as JSON"
        value={text}
        onChange={setText}
        invalid={problem !== undefined}
        className="h-44"
      />
      {problem !== undefined && <p className="text-small text-fail">{problem}</p>}
      {save.error !== null && <ErrorLine error={save.error} />}
      <div className="flex justify-end gap-1.5">
        <Button onClick={onDone}>Go back</Button>
        <Button
          variant="primary"
          busy={save.isPending}
          reason={problem}
          onClick={() => value !== undefined && save.mutate(value)}
        >
          Save
        </Button>
      </div>
    </div>
  )
}

/** An item with its value, which can be edited. */
export const ItemPanel = ({ item, onClose }: { item: StoreItem; onClose: () => void }) => {
  const client = useQueryClient()
  const canWrite = useScope('write')
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useMutation({
    mutationFn: () => deleteItem(item),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: memoryKey })
      showToast({ tone: 'ok', text: `Deleted ${item.key}` })
    },
    onError: showErrorToast,
  })
  return (
    <section
      aria-label="Item"
      className="max-h-[60%] flex-none overflow-y-auto border-t border-line-2 px-5 py-3 shadow-[inset_2px_0_0_var(--accent)]"
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 truncate font-mono font-semibold">{item.key}</h2>
        <span className="min-w-0 truncate text-small text-ink-2">
          {describeNamespace(item.namespace)} · written <Time value={item.updated_at} />, created{' '}
          <Time value={item.created_at} />
        </span>
        <div className="ml-auto flex gap-1.5">
          {canWrite && !isEditing && (
            <>
              <Button size="small" icon="pencil" onClick={() => setIsEditing(true)}>
                Edit
              </Button>
              <Button size="small" variant="danger" onClick={() => setIsDeleting(true)}>
                Delete
              </Button>
            </>
          )}
          <IconButton icon="close" label="Close the item" size="small" onClick={onClose} />
        </div>
      </div>
      {isEditing ? (
        <Editor item={item} onDone={() => setIsEditing(false)} />
      ) : (
        <JsonView
          value={item.value}
          label="Value"
          className="h-44 rounded border border-line bg-surface p-2"
        />
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete ${item.key}?`}
        description="Graphs no longer find it. This cannot be undone."
        action="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </section>
  )
}
