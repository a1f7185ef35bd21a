import { expect, it } from 'vitest'
import {
  blockedReason,
  deliveryState,
  endpointName,
  endpointState,
  EVENT_GROUPS,
  findUrlProblem,
  hourBars,
  successShare,
  summarizeStates,
} from './webhooks.ts'

const NOW = Date.parse('2026-11-18T10:30:00Z')
const webhook = { enabled: true, failures: 0, paused_until: null }

it('the state of an endpoint names what a person has to know first', () => {
  expect(endpointState(webhook, null, NOW)).toBe('delivering')
  expect(endpointState({ ...webhook, failures: 2 }, 'HTTP 500', NOW)).toBe('failing')
  const paused = { ...webhook, failures: 4, paused_until: '2026-11-18T10:31:00Z' }
  expect(endpointState(paused, 'HTTP 500', NOW)).toBe('paused')
  expect(endpointState(paused, 'HTTP 500', NOW + 120_000)).toBe('failing')
  expect(endpointState(paused, 'blocked: the address is private', NOW)).toBe('blocked')
  expect(endpointState({ ...paused, enabled: false }, 'blocked: x', NOW)).toBe('disabled')
  expect(blockedReason('blocked: the address is private')).toBe('the address is private')
  expect(blockedReason('HTTP 500')).toBeUndefined()
  expect(summarizeStates(['paused', 'delivering', 'delivering'])).toBe('2 delivering, 1 paused')
})

it('an endpoint without a description has the name of its host', () => {
  expect(endpointName({ description: 'Shop', url: 'https://a.example/x' })).toBe('Shop')
  expect(endpointName({ description: '', url: 'https://a.example/x' })).toBe('a.example')
  expect(endpointName({ description: null, url: 'not a url' })).toBe('not a url')
})

it('a pending delivery waits before its first attempt and is retried after it', () => {
  expect(deliveryState({ status: 'pending', attempts: 0 })).toBe('waiting')
  expect(deliveryState({ status: 'pending', attempts: 2 })).toBe('retrying')
  expect(deliveryState({ status: 'failed', attempts: 10 })).toBe('failed')
})

it('bars end with the current hour and hours without events are empty', () => {
  const bars = hourBars([{ from: '2026-11-18T09:00:00.000Z', delivered: 3, failed: 1, pending: 1 }], NOW, 3)
  expect(bars).toEqual([
    { total: 0, troubled: 0 },
    { total: 5, troubled: 2 },
    { total: 0, troubled: 0 },
  ])
  expect(successShare({ delivered: 3, failed: 1 })).toBe(0.75)
  expect(successShare({ delivered: 0, failed: 0 })).toBeUndefined()
})

it('addresses that cannot be called are named before they are sent', () => {
  expect(findUrlProblem('https://example.com/hook')).toBeUndefined()
  for (const url of ['', 'example.com', 'ftp://example.com']) expect(findUrlProblem(url)).toBeTypeOf('string')
})

it('no event is offered twice', () => {
  const events = EVENT_GROUPS.flatMap((group) => [...group.events])
  expect(new Set(events).size).toBe(events.length)
})
