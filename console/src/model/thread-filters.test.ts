import { describe, expect, it } from 'vitest'
import { parseThreadSearch, threadTitle } from './thread-filters.ts'

describe('the filters of threads', () => {
  it('reads an id, metadata or text from the query', () => {
    const id = '01A1E8F0-0bf9-700a-9cd5-5fb4c4a5a00a'
    expect(parseThreadSearch({ q: id })).toEqual({ ids: [id.toLowerCase()] })
    expect(parseThreadSearch({ q: 'customer=c_18345' })).toEqual({ metadata: { customer: 'c_18345' } })
    expect(parseThreadSearch({ q: 'vip:true' })).toEqual({ metadata: { vip: true } })
    expect(parseThreadSearch({ q: 'order = 12' })).toEqual({ text: 'order = 12' })
    expect(parseThreadSearch({ q: 'code="12"' })).toEqual({ metadata: { code: '12' } })
    expect(parseThreadSearch({ q: ' lid of my blender ' })).toEqual({ text: 'lid of my blender' })
  })

  it('accepts known statuses only', () => {
    expect(parseThreadSearch({ status: 'busy' })).toEqual({ status: 'busy' })
    expect(parseThreadSearch({ status: 'odd', q: '' })).toEqual({})
  })

  it('takes the title from the metadata or the first line of the first message', () => {
    expect(threadTitle({ title: 'Refund' }, 'Hello')).toBe('Refund')
    expect(threadTitle({}, 'The lid\nis broken')).toBe('The lid')
    expect(threadTitle({}, [{ type: 'image' }, { type: 'text', text: 'See this' }])).toBe('See this')
    expect(threadTitle({}, null)).toBeUndefined()
  })
})
