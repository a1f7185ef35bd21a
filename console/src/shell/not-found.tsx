import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { useScreen } from '../ui/screen.tsx'
import { EmptyState } from '../ui/states.tsx'

export const NotFound = () => {
  useScreen('Not found', [{ label: 'Not found' }])
  return (
    <EmptyState
      icon="search"
      title="There is no screen at this address"
      isScreen
      actions={
        <Link to="/runs" className={buttonClass()}>
          Open runs
        </Link>
      }
    >
      <p>The address may be misspelt, or come from another version of Heddle.</p>
    </EmptyState>
  )
}
