/** LangGraph API: the generative UI of a project, which `LoadExternalComponent` of the SDK loads into a page. */
import { extname } from 'node:path'
import { Type } from 'typebox'
import { isLoopback } from '../../config.js'
import { toGlobalName, type UiFile } from '../../engine/ui/protocol.js'
import type { UiBundles } from '../../engine/ui/ui-bundles.js'
import { AppError } from '../../errors.js'
import { describeResponse } from '../http/describe-response.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'

export interface UiRouteDeps {
  ui: UiBundles
}

const CONTENT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

const UiComponent = Type.String({
  description:
    'HTML with `{{shadowRootId}}` as a placeholder for the ID of the element that shows the component.',
  examples: ['<script src="http://localhost:8123/ui/agent/entrypoint.js"></script>'],
})
const UiFileText = Type.String({ description: 'The content of the file.', examples: ['text'] })

export const uiRoutes = ({ ui }: UiRouteDeps): LangGraphRoute[] => [
  langGraphRoute({
    method: 'POST',
    path: '/ui/{agent}',
    operationId: 'langGraphGetUiComponent',
    summary: 'Get the HTML that loads a component of the UI of a graph',
    description:
      '`LoadExternalComponent` of the SDK inserts this HTML into a page. It refers to the scripts and stylesheets of the graph.',
    tag: 'LangGraph generative UI',
    response: describeResponse({ 'text/html': UiComponent }),
    params: Type.Object({ agent: Type.String() }),
    body: Type.Object({ name: Type.String() }),
    scope: 'read',
    // Every user may read it, as on LangGraph's server: the code of a page is not a resource of a user.
    auth: 'in_handler',
    handle: async ({ params, body, request, reply }) => {
      const files = await ui.getFiles(params.agent)
      if (files === undefined)
        throw new AppError('resource_not_found', `UI not found for agent "${params.agent}"`)
      void reply.type('text/html; charset=utf-8')
      return renderHtml(files, { graphId: params.agent, component: body.name, host: request.host })
    },
  }),
  langGraphRoute({
    method: 'GET',
    path: '/ui/{agent}/{basename}',
    operationId: 'langGraphGetUiFile',
    summary: 'Get a script or stylesheet of the UI of a graph',
    description: 'Browsers request these files without credentials.',
    tag: 'LangGraph generative UI',
    response: describeResponse({ 'text/javascript': UiFileText, 'text/css': UiFileText }),
    params: Type.Object({ agent: Type.String(), basename: Type.String() }),
    // A browser sends no credentials for scripts and stylesheets.
    scope: 'public',
    auth: 'in_handler',
    handle: async ({ params, reply }) => {
      const file = (await ui.getFiles(params.agent))?.find(({ name }) => name === params.basename)
      if (file === undefined)
        throw new AppError('resource_not_found', `File ${params.basename} does not exist`)
      void reply.type(`${CONTENT_TYPES[extname(file.name)] ?? 'application/octet-stream'}; charset=utf-8`)
      return Buffer.from(file.contents)
    },
  }),
]

interface Target {
  graphId: string
  component: string
  host: string
}

/** The SDK replaces `{{shadowRootId}}` with the ID of the element that shows the component. */
const renderHtml = (files: readonly UiFile[], { graphId, component, host }: Target): string => {
  const baseUrl = `${getScheme(host)}//${host}/ui/${encodeURIComponent(graphId)}`
  const call = `${toGlobalName(graphId)}.render(${JSON.stringify(component)}, "{{shadowRootId}}")`
  const withExtension = (extension: string): string[] =>
    files
      .filter(({ name }) => extname(name) === extension)
      .map(({ name }) => escapeAttribute(`${baseUrl}/${name}`).replaceAll('"', '&quot;'))
  return [
    ...withExtension('.css').map((url) => `<link rel="stylesheet" href="${url}" />`),
    ...withExtension('.js').map((url) => `<script src="${url}" onload='${escapeAttribute(call)}'></script>`),
  ].join('\n')
}

/** A page that was loaded with HTTPS, such as Studio, may load scripts from a loopback address with HTTP. */
const getScheme = (host: string): string => (isLoopback(new URL(`http://${host}`).hostname) ? 'http:' : '')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;' }
const escapeAttribute = (text: string): string =>
  text.replace(/[&<>']/g, (character) => ENTITIES[character] ?? '')
