import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { RefetchingClient } from './refetching-client.ts'

const queryKey = ['thread']

/** Observes a query whose responses the test gives. */
const observe = () => {
  const client = new RefetchingClient()
  const requests: ((response: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => requests.push(resolve)),
  })
  const unsubscribe = observer.subscribe(() => undefined)
  return { client, requests, unsubscribe }
}

test('a query that is invalidated during its first request is requested again', async () => {
  const { client, requests, unsubscribe } = observe()
  const invalidated = client.invalidateQueries({ queryKey })
  requests[0]?.('before the change')
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.('after the change')
  await invalidated
  expect(client.getQueryData(queryKey)).toBe('after the change')
  unsubscribe()
})

test('a query that has its data is requested once', async () => {
  const { client, requests, unsubscribe } = observe()
  requests[0]?.('before the change')
  await expect.poll(() => client.getQueryData(queryKey)).toBe('before the change')
  const invalidated = client.invalidateQueries({ queryKey })
  requests[1]?.('after the change')
  await invalidated
  expect(client.getQueryData(queryKey)).toBe('after the change')
  expect(requests).toHaveLength(2)
  unsubscribe()
})
