import { Navigate, useParams } from '@tanstack/react-router'

/** The graph is the first screen of an assistant. */
export const AssistantScreen = () => {
  const { assistantId } = useParams({ from: '/assistants/$assistantId' })
  return <Navigate to="/assistants/$assistantId/graph" params={{ assistantId }} replace />
}
