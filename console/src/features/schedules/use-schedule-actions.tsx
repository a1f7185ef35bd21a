import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteSchedule, runScheduleNow, schedulesKey, updateSchedule } from '../../api/schedules.ts'
import type { ScheduledCron } from '../../api/types.ts'
import { showErrorToast } from '../../ui/error-toast.ts'
import { showToast } from '../../ui/toast.tsx'

export const useScheduleActions = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: schedulesKey })
  const runNow = useMutation({
    mutationFn: ({ cron_id }: ScheduledCron) => runScheduleNow(cron_id),
    onSuccess: ({ run_id }) =>
      showToast({
        tone: 'ok',
        text: 'Started a run; the next date stays as it is',
        action: {
          label: 'Open',
          run: () => void navigate({ to: '/runs/$runId', params: { runId: run_id } }),
        },
      }),
    onError: showErrorToast,
  })
  const setEnabled = useMutation({
    mutationFn: ({ cron_id, enabled }: Pick<ScheduledCron, 'cron_id' | 'enabled'>) =>
      updateSchedule(cron_id, { enabled }),
    onSuccess: refresh,
    onError: showErrorToast,
  })
  const remove = useMutation({
    mutationFn: ({ cron_id }: ScheduledCron) => deleteSchedule(cron_id),
    onSuccess: async () => {
      await refresh()
      showToast({ tone: 'ok', text: 'Deleted the schedule; its runs are kept' })
    },
    onError: showErrorToast,
  })
  return { runNow, setEnabled, remove }
}
