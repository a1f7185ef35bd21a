import { expect, test } from 'vitest'
import { countReviews, describeReviews } from './earlier-reviews.ts'

const decision = (detector: string, category: string) => ({
  detector,
  category,
  reason: `${category} by dana`,
  run_id: 'r',
  created_at: '2026-11-17T10:00:00Z',
})

test('only decisions of people count', () => {
  const reviews = countReviews([
    decision('lexical', 'amount'),
    decision('human', 'approved'),
    decision('human', 'rejected'),
    decision('human', 'approved'),
    decision('human', 'edited'),
  ])
  expect(reviews).toMatchObject({ counts: { approved: 2, edited: 1, rejected: 1 }, total: 4 })
  expect(describeReviews(reviews)).toBe('2 approved, 1 approved as changed, 1 rejected')
  expect(reviews.latest.map(({ outcome }) => outcome)).toEqual(['approved', 'rejected', 'approved'])
})
