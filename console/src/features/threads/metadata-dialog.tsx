import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LangGraphThread } from '../../api/dialect.ts'
import { threadsKey, updateThreadMetadata } from '../../api/threads.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseObject } from '../../model/json-object.ts'
import { Button } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'

interface MetadataDialogProps {
  thread: LangGraphThread
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const MetadataDialog = ({ thread, open, onOpenChange }: MetadataDialogProps) => {
  const client = useQueryClient()
  const [text, setText] = useState(() => stringifyExact(thread.metadata, 2))
  const { value: metadata, problem } = parseObject(text, 'The metadata')
  const save = useMutation({
    mutationFn: (value: Record<string, unknown>) => updateThreadMetadata(thread.thread_id, value),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: threadsKey })
      showToast({ tone: 'ok', text: 'Saved the metadata' })
      onOpenChange(false)
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Metadata of the thread"
      description="Threads can be found by it, for example with customer=c_18345. Keys that you leave out stay as they are."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Go back</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            reason={problem}
            onClick={() => metadata !== undefined && save.mutate(metadata)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <CodeEditor
          label="Metadata as JSON"
          value={text}
          onChange={setText}
          invalid={problem !== undefined}
          className="h-60"
        />
        {save.error !== null && <ErrorLine error={save.error} />}
      </div>
    </Dialog>
  )
}
