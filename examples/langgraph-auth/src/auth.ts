/** Two people, known by a token. Each sees what they made, and nothing else. */
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'

const people = new Map([
  ['ada-token', { identity: 'ada', display_name: 'Ada', permissions: ['notes:write'] }],
  ['grace-token', { identity: 'grace', display_name: 'Grace', permissions: ['notes:write'] }],
  ['guest-token', { identity: 'guest', display_name: 'Guest', permissions: [] }],
])

export const auth = new Auth()
  .authenticate((request: Request) => {
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    const person = people.get(token)
    if (person === undefined) throw new HTTPException(401, { message: 'This token is nobody’s' })
    return person
  })
  // What is made carries the name of its owner; what is asked for is only what carries it.
  .on('threads', ({ value, user }) => {
    if ('metadata' in value) value.metadata = { ...value.metadata, owner: user.identity }
    return { owner: user.identity }
  })
  .on('threads:create_run', ({ value, user, permissions }) => {
    if (!permissions.includes('notes:write')) return false
    value.metadata = { ...value.metadata, owner: user.identity }
    return { owner: user.identity }
  })
  // Everybody may use the assistants; nobody may make, change or delete one.
  .on(['assistants:create', 'assistants:update', 'assistants:delete'], () => false)
