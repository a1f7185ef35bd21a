/** The A2A agent card of an assistant. */
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'

const TEXT_TYPE = 'text/plain'
const JSON_TYPE = 'application/json'

export const toAgentCard = (
  assistant: Row<'assistants'>,
  baseUrl: string,
  needsCredentials: boolean,
): JsonObject => {
  const { assistant_id, name, graph_id, version } = assistant
  const description = assistant.description ?? `The assistant ${name}.`
  return {
    protocolVersion: '0.3.0',
    name,
    description,
    url: `${baseUrl}/a2a/${assistant_id}`,
    preferredTransport: 'JSONRPC',
    version: String(version),
    capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: false },
    defaultInputModes: [TEXT_TYPE, JSON_TYPE],
    defaultOutputModes: [TEXT_TYPE, JSON_TYPE],
    skills: [{ id: assistant_id, name, description, tags: [graph_id] }],
    ...(needsCredentials && {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
      security: [{ bearer: [] }, { apiKey: [] }],
    }),
  }
}
