import { Segmented } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'

interface TimelineToolsProps {
  attempts: number
  /** 0 shows all attempts. */
  attempt: number
  isFolded: boolean
  hasFolds: boolean
  onAttempt: (attempt: number) => void
  onFold: (fold: boolean) => void
}

/** Shown only if there is something to choose: several attempts, or idle time. */
export const TimelineTools = ({
  attempts,
  attempt,
  isFolded,
  hasFolds,
  onAttempt,
  onFold,
}: TimelineToolsProps) => {
  if (attempts < 2 && !hasFolds && isFolded) return null
  return (
    <div className="ml-auto flex flex-none items-center gap-3 text-small text-ink-2">
      {attempts > 1 && (
        <Segmented
          label="Attempt"
          value={String(attempt)}
          onChange={(value) => onAttempt(Number(value))}
          options={[
            { value: '0', label: 'All attempts' },
            ...Array.from({ length: Math.min(attempts, 9) }, (_, index) => ({
              value: String(index + 1),
              label: String(index + 1),
              title: `Attempt ${String(index + 1)}`,
            })),
          ]}
        />
      )}
      <Checkbox label="Fold idle time" checked={isFolded} onChange={onFold} />
    </div>
  )
}
