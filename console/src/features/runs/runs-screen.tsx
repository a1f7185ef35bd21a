import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const RunsScreen = () => {
  useScreen('Runs', [{ label: 'Runs' }])
  return (
    <EmptyState icon="runs" title="Runs">
      <p>x</p>
    </EmptyState>
  )
}
