/** Three users, identified by a token. Each user can access only the threads that they created. */
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'

const users = new Map([
  ['ada-token', { identity: 'ada', display_name: 'Ada', permissions: ['notes:write'] }],
  ['grace-token', { identity: 'grace', display_name: 'Grace', permissions: ['notes:write'] }],
  ['guest-token', { identity: 'guest', display_name: 'Guest', permissions: [] }],
])

export const auth = new Auth()
  .authenticate((request: Request) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const found = users.get(token)
    if (found === undefined) throw new HTTPException(401, { message: 'The token is missing or invalid' })
    return found
  })
  // New threads store their owner in the metadata; all other requests are filtered by owner.
  .on('threads', ({ value, user }) => {
    if ('metadata' in value) value.metadata = { ...value.metadata, owner: user.identity }
    return { owner: user.identity }
  })
  .on('threads:create_run', ({ value, user, permissions }) => {
    if (!permissions.includes('notes:write')) return false
    value.metadata = { ...value.metadata, owner: user.identity }
    return { owner: user.identity }
  })
  // All users can use the assistants, but no user can create, update or delete one.
  .on(['assistants:create', 'assistants:update', 'assistants:delete'], () => false)
