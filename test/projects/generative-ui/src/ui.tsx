import { useStreamContext } from '@langchain/langgraph-sdk/react-ui'
import { useState } from 'react'
import { formatDegrees } from 'shared-format'
import './styles.css'

const Forecast = ({ city, degrees }: { city: string; degrees?: number }) => {
  const { values, submit } = useStreamContext<{ messages: unknown[] }>()
  const [likes, setLikes] = useState(0)
  return (
    <section className="forecast p-[13px]">
      <h2>{city}</h2>
      <p className="degrees">{degrees === undefined ? '…' : formatDegrees(degrees)}</p>
      <p className="count">{values.messages.length} messages</p>
      <button className="like" onClick={() => setLikes(likes + 1)}>
        Like ({likes})
      </button>
      <button
        className="next"
        onClick={() => void submit({ messages: [{ type: 'human', content: 'Oslo' }] })}
      >
        Oslo
      </button>
    </section>
  )
}

export default { forecast: Forecast }
