import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { findSubgraphCandidates } from './find-subgraphs.js'

const find = (code: string, exportName = 'graph') =>
  findSubgraphCandidates(ts.createSourceFile('graph.ts', code, ts.ScriptTarget.Latest, true), exportName).map(
    ({ path, variables }) => [path.join('|'), ...variables],
  )

describe('subgraphs are found', () => {
  it('in a chain of calls, with the subgraphs of subgraphs', () => {
    const code = `
      const inner = new StateGraph(A).addNode('leaf', () => ({})).compile()
      const outer = new StateGraph(B).addNode('inner', inner).compile()
      export const graph = new StateGraph(C).addNode('outer', outer).compile()`
    expect(find(code)).toEqual([
      ['outer', 'outer'],
      ['outer|inner', 'inner'],
    ])
  })

  it('of a builder that is compiled later, also if nodes are added by statements', () => {
    const code = `
      import { first, second } from './others.js'
      const builder = new StateGraph(A).addNode('one', first)
      builder.addNode('two', second)
      const saver = new MemorySaver()
      export const graph = builder.compile({ checkpointer: saver })`
    expect(find(code)).toEqual([
      ['one', 'first'],
      ['two', 'second'],
    ])
  })

  it('in the functions of nodes, by the values that they use', () => {
    const code = `
      const child = new StateGraph(A).compile()
      const messages = new StateGraph(B).compile()
      export const graph = new StateGraph(C)
        .addNode('calls', async (state) => child.invoke(state.messages))
        .addNode('names', () => ({ messages: [] }))
        .compile()`
    expect(find(code)).toEqual([['calls', 'child']])
  })

  it('of a renamed and of a default export', () => {
    const code = `
      import child from './child.js'
      const local = new StateGraph(A).addNode('child', child).compile()
      export { local as renamed }
      export default local`
    expect(find(code, 'renamed')).toEqual([['child', 'child']])
    expect(find(code, 'default')).toEqual([['child', 'child']])
  })

  it('no deeper than eight levels, if graphs contain each other', () => {
    const code = `
      const one = new StateGraph(A).addNode('two', () => two.invoke({})).compile()
      const two = new StateGraph(A).addNode('one', one).compile()
      export const graph = new StateGraph(A).addNode('one', one).compile()`
    expect(find(code)).toHaveLength(8)
  })
})
