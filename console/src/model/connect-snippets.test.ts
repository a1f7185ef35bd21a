import { expect, test } from 'vitest'
import { MORE_SNIPPETS, SNIPPET_LANGUAGES, writeSnippet } from './connect-snippets.ts'

const target = { url: 'http://localhost:8123', graph: 'agent' }

test.each([...SNIPPET_LANGUAGES, ...MORE_SNIPPETS])(
  'the snippet for $label has the address, the graph and a key only if one is needed',
  ({ value }) => {
    const open = writeSnippet(value, { ...target, needsKey: false })
    expect(open).toContain('http://localhost:8123')
    expect(open).toMatch(/["/]agent["/ ]/)
    expect(open).not.toContain('HEDDLE_API_KEY')
    expect(writeSnippet(value, { ...target, needsKey: true })).toContain('HEDDLE_API_KEY')
  },
)
