import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const ThreadsScreen = () => {
  useScreen('Threads', [{ label: 'Threads' }])
  return (
    <EmptyState icon="threads" title="Threads">
      <p>Threads shows conversations and their states.</p>
    </EmptyState>
  )
}
