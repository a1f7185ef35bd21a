import { useState } from 'react'
import type { MessageItem } from '../../model/transcript.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { Turn } from './turn.tsx'

interface EditTurnProps {
  item: MessageItem
  onSend: (item: MessageItem, text: string) => void
  onCancel: () => void
}

/** A message of the user while it is edited. */
export const EditTurn = ({ item, onSend, onCancel }: EditTurnProps) => {
  const [text, setText] = useState(item.message.text)
  const reason = text.trim() === '' ? 'The message is empty' : undefined
  return (
    <Turn glyph={<Glyph name="person" className="text-ink-2" />} name="You" notes={['editing']}>
      <TextArea
        aria-label="Edited message"
        autoFocus
        rows={Math.min(10, text.split('\n').length + 1)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && reason === undefined)
            onSend(item, text)
        }}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
        <Button size="small" variant="primary" reason={reason} onClick={() => onSend(item, text)}>
          Send as a new branch
        </Button>
        <Button size="small" onClick={onCancel}>
          Go back
        </Button>
        <span className="text-small text-ink-3">The original stays; nothing is overwritten.</span>
      </div>
    </Turn>
  )
}
