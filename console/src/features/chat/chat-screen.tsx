import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const ChatScreen = () => {
  useScreen('Playground', [{ label: 'Playground' }])
  return (
    <EmptyState icon="playground" title="Playground">
      <p>The playground talks to an assistant.</p>
    </EmptyState>
  )
}
