import { useScreen } from '../../ui/screen.tsx'
import { EmptyState } from '../../ui/states.tsx'

export const HomeScreen = () => {
  useScreen('Home', [{ label: 'Home' }])
  return (
    <EmptyState icon="home" title="Home">
      <p>Home shows the figures of the last day, what fails and what needs a person.</p>
    </EmptyState>
  )
}
