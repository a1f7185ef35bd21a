import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const GraphScreen = () => {
  useScreen('Graph', [{ label: 'Graph' }])
  return (
    <EmptyState icon="assistants" title="Graph">
      <p>The graph of an assistant shows figures of each node.</p>
    </EmptyState>
  )
}
