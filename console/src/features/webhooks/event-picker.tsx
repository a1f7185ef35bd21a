import { EVENT_GROUPS } from '../../model/webhooks.ts'
import { Checkbox } from '../../ui/field.tsx'

interface EventPickerProps {
  events: string[]
  onChange: (events: string[]) => void
  error?: string | undefined
}

/** `*` stands for all events; then no other one is chosen. */
export const EventPicker = ({ events, onChange, error }: EventPickerProps) => {
  const isAll = events.includes('*')
  const toggle = (event: string, checked: boolean): void =>
    onChange(checked ? [...events, event] : events.filter((one) => one !== event))
  return (
    <fieldset aria-describedby={error === undefined ? undefined : 'events-problem'}>
      <legend className="mb-1 text-label text-ink-2">Events</legend>
      <div className="grid gap-3 rounded-[6px] border border-line-2 px-3 py-2.5">
        <Checkbox
          label="All events, also those that later versions add"
          checked={isAll}
          onChange={(checked) => onChange(checked ? ['*'] : [])}
        />
        {EVENT_GROUPS.map((group) => (
          <div key={group.label} role="group" aria-label={group.label}>
            <div className="text-label text-ink-3">{group.label}</div>
            <div className="mt-1 grid grid-cols-2 gap-x-3 gap-y-1 max-sm:grid-cols-1">
              {group.events.map((event) => (
                <Checkbox
                  key={event}
                  label={<span className="font-mono text-small">{event}</span>}
                  checked={isAll || events.includes(event)}
                  disabled={isAll}
                  onChange={(checked) => toggle(event, checked)}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
      {error !== undefined && (
        <div id="events-problem" className="mt-1 text-small text-fail">
          {error}
        </div>
      )}
    </fieldset>
  )
}
