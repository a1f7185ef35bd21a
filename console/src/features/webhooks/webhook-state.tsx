import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import {
  DELIVERY_WORDS,
  ENDPOINT_WORDS,
  type DeliveryState,
  type EndpointState,
} from '../../model/webhooks.ts'

interface Look {
  color: string
  shape: ReactNode
}

const tick: Look = {
  color: 'text-ok',
  shape: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" />
      <path d="m3.5 6.2 1.8 1.8 3.3-3.7" fill="none" stroke="var(--surface)" strokeWidth="1.5" />
    </>
  ),
}
const cross: Look = {
  color: 'text-fail',
  shape: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" />
      <path d="m4 4 4 4m0-4-4 4" stroke="var(--surface)" strokeWidth="1.5" />
    </>
  ),
}
const clock: Look = {
  color: 'text-idle',
  shape: (
    <g fill="none" stroke="currentColor" strokeWidth="1.4">
      <circle cx="6" cy="6" r="4.8" />
      <path d="M6 3.2V6l1.9 1.3" />
    </g>
  ),
}

const ENDPOINT_LOOKS: Record<EndpointState, Look> = {
  delivering: tick,
  failing: cross,
  paused: {
    color: 'text-wait',
    shape: (
      <g fill="none" stroke="currentColor" strokeWidth="1.4">
        <circle cx="6" cy="6" r="4.8" />
        <path d="M4.8 4v4M7.2 4v4" />
      </g>
    ),
  },
  blocked: {
    color: 'text-fail',
    shape: (
      <g fill="none" stroke="currentColor" strokeWidth="1.4">
        <circle cx="6" cy="6" r="4.8" />
        <path d="m2.8 2.8 6.4 6.4" />
      </g>
    ),
  },
  disabled: {
    color: 'text-idle',
    shape: (
      <>
        <circle cx="6" cy="6" r="5.5" fill="currentColor" />
        <path d="M3.4 6h5.2" stroke="var(--surface)" strokeWidth="1.6" />
      </>
    ),
  },
}

const DELIVERY_LOOKS: Record<DeliveryState, Look> = {
  waiting: clock,
  retrying: clock,
  delivered: tick,
  failed: cross,
}

const StateText = ({ look, word }: { look: Look; word: string }) => (
  <span
    className={clsx(
      'inline-flex flex-none items-center gap-1.5 text-compact font-medium whitespace-nowrap',
      look.color,
    )}
  >
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className="flex-none">
      {look.shape}
    </svg>
    {word}
  </span>
)

export const EndpointStateText = ({ state }: { state: EndpointState }) => (
  <StateText look={ENDPOINT_LOOKS[state]} word={ENDPOINT_WORDS[state]} />
)

export const DeliveryStateText = ({ state }: { state: DeliveryState }) => (
  <StateText look={DELIVERY_LOOKS[state]} word={DELIVERY_WORDS[state]} />
)
