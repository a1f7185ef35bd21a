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

const Approval = ({ item }: { item: string }) => {
  const { interrupt, submit } = useStreamContext<{ result?: string }>()
  return (
    <section className="approval">
      <p>{item}</p>
      {interrupt !== undefined && (
        <button className="approve" onClick={() => void submit(undefined, { command: { resume: true } })}>
          Approve
        </button>
      )}
    </section>
  )
}

export default { forecast: Forecast, approval: Approval }
