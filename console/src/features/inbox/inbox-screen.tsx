import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const InboxScreen = () => {
  useScreen('Inbox', [{ label: 'Inbox' }])
  return (
    <EmptyState icon="inbox" title="Inbox">
      <p>The inbox shows the runs that wait for a person.</p>
    </EmptyState>
  )
}
