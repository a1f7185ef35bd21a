import { describeError } from '../api/errors.ts'
import { showToast } from './toast.tsx'

/** Shows why an action failed that has no form of its own. */
export const showErrorToast = (error: unknown): void => {
  const { title, advice } = describeError(error)
  showToast({ tone: 'fail', text: `${title}. ${advice}` })
}
