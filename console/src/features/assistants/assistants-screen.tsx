import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const AssistantsScreen = () => {
  useScreen('Assistants', [{ label: 'Assistants' }])
  return (
    <EmptyState icon="assistants" title="Assistants">
      <p>Assistants shows the graphs with their settings.</p>
    </EmptyState>
  )
}
