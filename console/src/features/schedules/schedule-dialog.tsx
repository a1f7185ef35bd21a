import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { errorBesides, fieldError } from '../../api/field-errors.ts'
import { createSchedule, datesQuery, schedulesKey, updateSchedule } from '../../api/schedules.ts'
import type { Assistant, ScheduledCron } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseObject } from '../../model/json-object.ts'
import { toLocalInput } from '../../model/local-time.ts'
import { formatInZone, listTimeZones, SCHEDULE_EXAMPLES } from '../../model/schedules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select, TextInput } from '../../ui/field.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

const FIELDS = ['schedule', 'timezone', 'end_time', 'assistant_id', 'input']
const EXAMPLE_INPUT = '{\n  "messages": [{ "role": "user", "content": "Write the daily report" }]\n}'

interface Draft {
  assistantId: string
  schedule: string
  timezone: string
  endTime: string
  keepsThreads: boolean
  input: string
}

const toDraft = (cron: ScheduledCron | undefined, assistants: Assistant[]): Draft => ({
  assistantId: cron?.assistant_id ?? assistants[0]?.assistant_id ?? '',
  schedule: cron?.schedule ?? '0 9 * * 1-5',
  timezone: cron === undefined ? Intl.DateTimeFormat().resolvedOptions().timeZone : (cron.timezone ?? 'UTC'),
  endTime: cron?.end_time == null ? '' : toLocalInput(Date.parse(cron.end_time)),
  keepsThreads: cron === undefined || cron.on_run_completed === 'keep',
  input: cron === undefined ? EXAMPLE_INPUT : stringifyExact(cron.payload['input'] ?? {}, 2),
})

const toTimes = ({ schedule, timezone, endTime }: Draft) => ({
  schedule,
  timezone,
  end_time: endTime === '' ? null : new Date(endTime).toISOString(),
})

const NextDates = ({ dates, timezone }: { dates: string[] | undefined; timezone: string }) => (
  <div>
    <div className="text-label text-ink-2">Next dates in {timezone}</div>
    {dates === undefined || dates.length === 0 ? (
      <p className="text-small text-ink-3">
        {dates === undefined ? 'Not known yet' : 'None: it ends before'}
      </p>
    ) : (
      <ol aria-label="Next dates" className="mt-0.5 flex flex-wrap gap-1">
        {dates.map((date) => (
          <li key={date} className="rounded border border-line-2 bg-surface px-1.5 text-small">
            {formatInZone(date, timezone)}
          </li>
        ))}
      </ol>
    )}
  </div>
)

interface ScheduleDialogProps {
  /** Without a schedule, a new one is created. */
  cron?: ScheduledCron
  assistants: Assistant[]
  onClose: () => void
}

export const ScheduleDialog = ({ cron, assistants, onClose }: ScheduleDialogProps) => {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => toDraft(cron, assistants))
  const change = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields })
  const preview = useQuery({
    ...datesQuery(useDeferredValue(toTimes(draft))),
    enabled: draft.schedule.trim() !== '',
  })
  const { value: input, problem } = parseObject(draft.input, 'The input')
  const save = useMutation({
    mutationFn: (parsed: Record<string, unknown>) => {
      const fields = {
        ...toTimes(draft),
        input: parsed,
        ...(cron?.thread_id == null && {
          on_run_completed: draft.keepsThreads ? ('keep' as const) : ('delete' as const),
        }),
      }
      return cron === undefined
        ? createSchedule({ ...fields, assistant_id: draft.assistantId })
        : updateSchedule(cron.cron_id, fields)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: schedulesKey })
      onClose()
    },
  })
  const errorOf = (field: string): string | undefined =>
    fieldError(preview.error, field) ?? fieldError(save.error, field)
  const otherError = errorBesides(save.error, FIELDS)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={cron === undefined ? 'New schedule' : 'Edit the schedule'}
      description="At each date, a run of the assistant is created with this input."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            reason={problem ?? (draft.assistantId === '' ? 'Create an assistant first' : undefined)}
            onClick={() => input !== undefined && save.mutate(input)}
          >
            {cron === undefined ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {cron === undefined && (
          <Field label="Assistant" error={errorOf('assistant_id')}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.assistantId}
                onChange={(event) => change({ assistantId: event.target.value })}
              >
                {assistants.map(({ assistant_id, name }) => (
                  <option key={assistant_id} value={assistant_id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field
            label="Schedule"
            note="cron expression"
            hint="Minute, hour, day, month, weekday"
            error={errorOf('schedule')}
          >
            {(ids) => (
              <TextInput
                {...ids}
                list="schedule-examples"
                className="font-mono"
                value={draft.schedule}
                onChange={(event) => change({ schedule: event.target.value })}
              />
            )}
          </Field>
          <datalist id="schedule-examples">
            {SCHEDULE_EXAMPLES.map(({ schedule, label }) => (
              <option key={schedule} value={schedule}>
                {label}
              </option>
            ))}
          </datalist>
          <Field label="Time zone" error={errorOf('timezone')}>
            {(ids) => (
              <Select
                {...ids}
                value={draft.timezone}
                onChange={(event) => change({ timezone: event.target.value })}
              >
                {[...new Set([draft.timezone, ...listTimeZones()])].map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <NextDates dates={preview.error === null ? preview.data : undefined} timezone={draft.timezone} />
        <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
          <Field label="Ends" note="optional" hint="Your local time" error={errorOf('end_time')}>
            {(ids) => (
              <TextInput
                {...ids}
                type="datetime-local"
                value={draft.endTime}
                onChange={(event) => change({ endTime: event.target.value })}
              />
            )}
          </Field>
          {cron?.thread_id == null && (
            <Field label="Thread of each run">
              {(ids) => (
                <Select
                  {...ids}
                  value={draft.keepsThreads ? 'keep' : 'delete'}
                  onChange={(event) => change({ keepsThreads: event.target.value === 'keep' })}
                >
                  <option value="keep">Keep it after the run</option>
                  <option value="delete">Delete it after the run</option>
                </Select>
              )}
            </Field>
          )}
        </div>
        <JsonObjectField
          label="Input"
          value={draft.input}
          onChange={(text) => change({ input: text })}
          problem={problem ?? errorOf('input')}
        />
        {otherError !== null && <ErrorLine error={otherError} />}
      </div>
    </Dialog>
  )
}
