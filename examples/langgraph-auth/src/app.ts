/** Custom routes next to those of the server, and a middleware that adds a header to every response. */
import { Hono } from 'hono'

interface AuthContext {
  user: { identity: string; display_name: string }
}

export const app = new Hono<{ Variables: { auth?: AuthContext } }>()

app.use('*', async (context, next) => {
  await next()
  context.header('x-notebook', 'open')
})

app.get('/me', (context) => {
  const authContext = context.get('auth')
  return context.json({ name: authContext?.user.display_name ?? 'anonymous' })
})

app.get('/hello/:name', (context) => context.text(`Hello, ${context.req.param('name')}!`))
