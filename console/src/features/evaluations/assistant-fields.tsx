import { useQuery } from '@tanstack/react-query'
import { assistantVersionsQuery } from '../../api/assistants.ts'
import type { Assistant } from '../../api/types.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'

export interface AssistantChoice {
  id: number
  /** Empty: the first assistant of the list. */
  assistantId: string
  /** Empty: the current version. */
  version: string
}

const MAX_ASSISTANTS = 10

interface ChoiceProps {
  assistants: Assistant[]
  choice: AssistantChoice
  label: string
  problem: string | undefined
  onChange: (choice: AssistantChoice) => void
  onRemove: (() => void) | undefined
}

const Choice = ({ assistants, choice, label, problem, onChange, onRemove }: ChoiceProps) => {
  const assistant =
    assistants.find(({ assistant_id }) => assistant_id === choice.assistantId) ?? assistants[0]
  const { data: versions } = useQuery({
    ...assistantVersionsQuery(assistant?.assistant_id ?? ''),
    enabled: assistant !== undefined,
  })
  return (
    <div className="flex items-end gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-[2fr_1fr] gap-3">
        <Field label={label} error={problem}>
          {(ids) => (
            <Select
              {...ids}
              value={assistant?.assistant_id}
              onChange={(event) => onChange({ ...choice, assistantId: event.target.value, version: '' })}
            >
              {assistants.map(({ assistant_id, name }) => (
                <option key={assistant_id} value={assistant_id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Version">
          {(ids) => (
            <Select
              {...ids}
              value={choice.version}
              onChange={(event) => onChange({ ...choice, version: event.target.value })}
            >
              <option value="">current</option>
              {versions?.map(({ version }) => (
                <option key={version} value={String(version)}>
                  {version}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {onRemove !== undefined && (
        <IconButton icon="trash" label={`Remove ${label.toLowerCase()}`} onClick={onRemove} />
      )}
    </div>
  )
}

interface AssistantFieldsProps {
  assistants: Assistant[]
  choices: AssistantChoice[]
  onChange: (choices: AssistantChoice[]) => void
  takeId: () => number
  problem: string | undefined
}

/** One assistant, or several that are compared on the same examples. */
export const AssistantFields = ({ assistants, choices, onChange, takeId, problem }: AssistantFieldsProps) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-title font-semibold">{choices.length > 1 ? 'Assistants' : 'Assistant'}</h2>
    {choices.map((choice, index) => (
      <Choice
        key={choice.id}
        assistants={assistants}
        choice={choice}
        label={choices.length === 1 ? 'Assistant' : index === 0 ? 'Baseline' : `Candidate ${String(index)}`}
        problem={index === 0 ? problem : undefined}
        onChange={(changed) => onChange(choices.map((other) => (other.id === choice.id ? changed : other)))}
        onRemove={
          choices.length === 1 ? undefined : () => onChange(choices.filter(({ id }) => id !== choice.id))
        }
      />
    ))}
    {choices.length < MAX_ASSISTANTS && (
      <div>
        <Button
          icon="plus"
          onClick={() =>
            onChange([
              ...choices,
              { id: takeId(), assistantId: choices.at(-1)?.assistantId ?? '', version: '' },
            ])
          }
        >
          Compare with another assistant or version
        </Button>
      </div>
    )}
  </section>
)
