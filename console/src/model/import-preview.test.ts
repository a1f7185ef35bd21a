import { describe, expect, it } from 'vitest'
import { detectFormat, previewImport } from './import-preview.ts'

describe('the preview of an import', () => {
  it('quoted cells of CSV keep commas, quotes and line breaks, and lines are counted', () => {
    const text = 'input,expected_output,tags\n"a, ""b""\nc",d,x\ne,f,y\n'
    expect(previewImport(text, 'csv', true)).toEqual({
      columns: ['input', 'expected_output', 'tags'],
      rows: [
        { line: 2, cells: ['a, "b"\nc', 'd', 'x'] },
        { line: 4, cells: ['e', 'f', 'y'] },
      ],
    })
  })

  it('a record that the end of the read part may have cut is not shown', () => {
    expect(previewImport('input\none\ntw', 'csv', false).rows).toEqual([{ line: 2, cells: ['one'] }])
    expect(previewImport('input\none\ntwo', 'csv', true).rows).toHaveLength(2)
    expect(previewImport('{"input":{}}\n{"inp', 'jsonl', false).rows).toHaveLength(1)
  })

  it('columns that the service does not know and missing inputs are reported', () => {
    expect(previewImport('question,answer\na,b\n', 'csv', true).problem).toBe(
      'No column is named input or input.<key>',
    )
    expect(previewImport('input,other\na,b\n', 'csv', true).problem).toBe('Unknown columns: other')
    expect(previewImport('input.message,expected_output.contains\na,b\n', 'csv', true)).not.toHaveProperty(
      'problem',
    )
    expect(previewImport('input,tags\nonly one\n', 'csv', true).rows[0]?.problem).toBe(
      'has 1 cells instead of 2',
    )
  })

  it('lines of JSON show input, expected output, tags and split, or what is wrong', () => {
    const text = '{"input":{"message":"hi"},"tags":["a"],"split":"test"}\n\n[1]\nnot json\n{"output":1}\n'
    const { rows } = previewImport(text, 'jsonl', true)
    expect(rows).toEqual([
      { line: 1, cells: ['{"message":"hi"}', '', '["a"]', 'test'] },
      { line: 3, cells: ['[1]'], problem: 'is not a JSON object' },
      { line: 4, cells: ['not json'], problem: 'is not valid JSON' },
      { line: 5, cells: ['', '', '', ''], problem: 'has no object input' },
    ])
    expect(previewImport('', 'jsonl', true).problem).toBe('The file is empty')
  })

  it('the format follows from the name of the file, or from its content', () => {
    expect(detectFormat('a.CSV', '{')).toBe('csv')
    expect(detectFormat('a.ndjson', 'x')).toBe('jsonl')
    expect(detectFormat('a.txt', ' {"input":{}}')).toBe('jsonl')
    expect(detectFormat('a.txt', 'input,tags')).toBe('csv')
  })
})
