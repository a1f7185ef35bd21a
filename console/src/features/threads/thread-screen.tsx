import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const ThreadScreen = () => {
  useScreen('Thread', [{ label: 'Thread' }])
  return (
    <EmptyState icon="threads" title="Thread">
      <p>A thread shows its history and its state at every checkpoint.</p>
    </EmptyState>
  )
}
