import { expect, test } from 'vitest'
import { makeSubscriptionCache } from './subscription-cache.js'

/** The test replies to the queries, in any order. */
const setUp = () => {
  let now = 10_000
  const queries: ((lists: string[]) => void)[] = []
  const cache = makeSubscriptionCache({
    webhooks: { listSubscriptions: () => new Promise((resolve) => queries.push(resolve)) },
    clock: { now: () => now },
  })
  const reply = async (query: number, ...lists: string[]): Promise<void> => {
    queries[query]?.(lists)
    await Promise.resolve()
  }
  return { cache, queries, reply, pass: (ms: number) => (now += ms) }
}

test('an event counts as subscribed until the subscriptions are known', async () => {
  const { cache, queries, reply } = setUp()
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
  expect(queries).toHaveLength(1)
  await reply(0, ' run.failed ')
  expect(cache.isSubscribed('t', 'node.started')).toBe(false)
  expect(cache.isSubscribed('t', 'run.failed')).toBe(true)
})

test('a webhook for all events subscribes to every type', async () => {
  const { cache, reply } = setUp()
  cache.isSubscribed('t', 'node.started')
  await reply(0, ' run.failed ', ' * ')
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
})

test('known subscriptions stay in use while they are read again', async () => {
  const { cache, queries, reply, pass } = setUp()
  cache.isSubscribed('t', 'node.started')
  await reply(0)
  pass(600)
  expect(cache.isSubscribed('t', 'node.started')).toBe(false)
  expect(queries).toHaveLength(2)
  await reply(1, ' node.started ')
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
})

test('subscriptions are unknown one second after the query that read them has started', async () => {
  const { cache, reply, pass } = setUp()
  cache.isSubscribed('t', 'node.started')
  pass(400)
  await reply(0)
  expect(cache.isSubscribed('t', 'node.started')).toBe(false)
  pass(600)
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
})

test('a query that started earlier does not replace the result of a later one', async () => {
  const { cache, reply, pass } = setUp()
  cache.isSubscribed('t', 'node.started')
  pass(600)
  cache.isSubscribed('t', 'node.started')
  await reply(1, ' node.started ')
  await reply(0)
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
})

test('a query that was running when the webhooks changed has no effect', async () => {
  const { cache, queries, reply } = setUp()
  cache.isSubscribed('t', 'node.started')
  cache.invalidate('t')
  await reply(0)
  expect(cache.isSubscribed('t', 'node.started')).toBe(true)
  expect(queries).toHaveLength(2)
})
