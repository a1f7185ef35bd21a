/** An esbuild plugin that takes modules from the page, through the function that the SDK defines as `LGUI_REQUIRE`. */
import type { Plugin } from 'esbuild'

/** A second copy of React would break hooks, and a second copy of the SDK would not find the stream of the page. */
const PAGE_MODULES = ['react', 'react-dom', '@langchain/langgraph-sdk']
const NAMESPACE = 'page-module'

export const providePageModules = (shared: readonly string[]): Plugin => ({
  name: NAMESPACE,
  setup: ({ onResolve, onLoad }) => {
    const names = [...PAGE_MODULES, ...shared].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    onResolve({ filter: new RegExp(`^(${names.join('|')})(/|$)`) }, ({ path, kind }) =>
      kind === 'import-rule' || kind === 'url-token' ? undefined : { path, namespace: NAMESPACE },
    )
    onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({ contents: toModuleSource(path) }))
  },
})

const toModuleSource = (name: string): string => `
const requireFromPage = globalThis[Symbol.for('LGUI_REQUIRE')]
if (requireFromPage === undefined)
  throw new Error('This page does not provide ${name}: it must import @langchain/langgraph-sdk/react-ui first')
module.exports = requireFromPage(${JSON.stringify(name)})
`
