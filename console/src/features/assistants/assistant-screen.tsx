import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const AssistantScreen = () => {
  useScreen('Assistant', [{ label: 'Assistant' }])
  return (
    <EmptyState icon="assistants" title="Assistant">
      <p>An assistant shows its versions and settings.</p>
    </EmptyState>
  )
}
