/** The fields of a request that are passed to its run: the user, and headers that clients send for their graphs. */
import type { JsonObject } from '../schema/common.js'

interface User extends JsonObject {
  identity: string
  permissions: string[]
}

type Headers = Record<string, string | string[] | undefined>

/** Credentials and internal headers are not passed to graphs. */
const WITHHELD_HEADERS = new Set(['x-api-key', 'x-tenant-id', 'x-service-key', 'x-heddle-console'])

const isForwarded = (name: string): boolean =>
  name === 'user-agent' || (name.startsWith('x-') && !WITHHELD_HEADERS.has(name))

/** Goes into `config.configurable` and is stored with the run, so that a retry after a crash has it too. */
export const toRequestConfigurable = (headers: Headers, user: User | undefined): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      isForwarded(name) && value !== undefined ? [[name, String(value)]] : [],
    ),
  ),
  ...(user !== undefined && {
    langgraph_auth_user: user,
    langgraph_auth_user_id: user.identity,
    langgraph_auth_permissions: user.permissions,
  }),
})
