import { describe, expect, it } from 'vitest'
import { redactTexts } from './redact-texts.js'
import { findReferences, replaceReferences, replaceReferencesIn } from './references.js'

describe('references to secrets', () => {
  it('references are found where they are replaced, and only there', () => {
    const definition = {
      config: {
        instructions: '${secret:PROMPT}',
        tools: [
          {
            type: 'http',
            url: 'https://a.example/${secret:PATH}',
            headers: { a: 'Bearer ${secret:HEADER}' },
          },
        ],
        configurable: { key: '${secret:CONFIGURABLE}' },
      },
      graph_schema: {
        nodes: [{ type: 'http', url: 'https://a.example', body: { deep: [{ x: '${secret:BODY}' }] } }],
      },
      context: { list: ['${secret:CONTEXT}'] },
    }
    expect(findReferences(definition)).toEqual([
      { path: 'config/configurable/key', name: 'CONFIGURABLE' },
      { path: 'context/list/0', name: 'CONTEXT' },
      { path: 'config/tools/0/url', name: 'PATH' },
      { path: 'config/tools/0/headers/a', name: 'HEADER' },
      { path: 'graph_schema/nodes/0/body/deep/0/x', name: 'BODY' },
    ])
  })

  it('an inserted value is not searched for references, and unknown names stay', () => {
    expect(replaceReferences('${secret:A} ${secret:B}', { A: '${secret:C}', C: 'leak' })).toBe(
      '${secret:C} ${secret:B}',
    )
    expect(replaceReferencesIn({ a: ['${secret:A}', 7] }, { A: 'x' })).toEqual({ a: ['x', 7] })
    expect(replaceReferences('${secret:toString}', {})).toBe('${secret:toString}')
  })
})

describe('redaction of exact texts', () => {
  it.each([
    ['as it is', 'token a b&"c!', 'token [redacted]!'],
    ['in a URL', 'https://x/?t=a%20b%26%22c', 'https://x/?t=[redacted]'],
    ['in a form', 't=a+b%26%22c', 't=[redacted]'],
    [
      'in JSON text inside JSON text',
      JSON.stringify({ t: JSON.stringify('a b&"c') }),
      '{"t":"\\"[redacted]\\""}',
    ],
    ['in JSON text', JSON.stringify({ t: 'a b&"c' }), '{"t":"[redacted]"}'],
  ])('a secret is removed %s', (_, text, redacted) => {
    expect(redactTexts(['a b&"c'])(text)).toBe(redacted)
  })

  it('a secret that contains another one is removed as a whole', () => {
    expect(redactTexts(['abcd', 'abcd-efgh'])('abcd-efgh abcd')).toBe('[redacted] [redacted]')
  })
})
