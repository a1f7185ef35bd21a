import type { Assistant } from '../../api/types.ts'
import type { InputForm } from '../../model/input-form.ts'
import { EmptyState } from '../../ui/states.tsx'

const SUGGESTIONS = ['What can you do?', 'What is 17 × 23?', 'Convert 5 miles to km']

interface NewConversationProps {
  assistant: Assistant
  /** Undefined until the input schema is known. */
  input: InputForm | undefined
  onSuggest: (text: string) => void
}

/** What the Playground can do, before the first message. */
export const NewConversation = ({ assistant, input, onSuggest }: NewConversationProps) => (
  <EmptyState icon="playground" title={`Try ${assistant.name}`}>
    {assistant.description !== null && <p>{assistant.description}</p>}
    {input !== undefined && (
      <p>
        {input.hasMessages
          ? 'Write a message below. The reply streams in, with every node and tool call on the way; the state of the thread is shown beside it.'
          : 'This graph takes no messages. Fill in its input below and run it; every node and the state are shown on the way.'}
      </p>
    )}
    <p>
      Cancel a run at any time, edit a message to fork the conversation, or continue from any checkpoint under
      Threads.
    </p>
    {input?.hasMessages === true && (
      <div className="flex flex-wrap gap-1.5">
        {SUGGESTIONS.map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => onSuggest(text)}
            className="rounded-full border border-line-2 bg-surface px-3 py-0.5 text-compact text-ink-2 hover:bg-sunken hover:text-ink"
          >
            {text}
          </button>
        ))}
      </div>
    )}
  </EmptyState>
)
