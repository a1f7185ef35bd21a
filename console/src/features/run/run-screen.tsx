import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const RunScreen = () => {
  useScreen('Run', [{ label: 'Run' }])
  return (
    <EmptyState icon="runs" title="Run">
      <p>x</p>
    </EmptyState>
  )
}
