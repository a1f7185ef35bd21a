import { expect, test } from 'vitest'
import {
  pausableNodes,
  readBreakpoints,
  toBreakpointFields,
  toBreakpointSearch,
  toggleBreakpoint,
} from './breakpoints.ts'

const NONE = { before: [], after: [] }

test('breakpoints survive the URL, whatever the names of the nodes are', () => {
  const breakpoints = { before: ['a,b', 'ü %'], after: ['c'] }
  expect(readBreakpoints(toBreakpointSearch(breakpoints))).toEqual(breakpoints)
  expect(readBreakpoints({})).toEqual(NONE)
  expect(toBreakpointSearch(NONE)).toEqual({ pause_before: undefined, pause_after: undefined })
})

test('a breakpoint is set and removed', () => {
  const set = toggleBreakpoint(NONE, 'before', 'order')
  expect(set).toEqual({ before: ['order'], after: [] })
  expect(toggleBreakpoint(set, 'before', 'order')).toEqual(NONE)
})

test('a request names only nodes of the graph', () => {
  const nodes = pausableNodes({ nodes: [{ id: '__start__' }, { id: 'order' }, { id: '__end__' }] })
  expect(nodes).toEqual(['order'])
  expect(toBreakpointFields({ before: ['order', 'gone'], after: ['gone'] }, nodes)).toEqual({
    interrupt_before: ['order'],
  })
})
