/** Routes of our own, beside those of the server, and a header on every answer of either. */
import { Hono } from 'hono'

interface SignedIn {
  user: { identity: string; display_name: string }
}

export const app = new Hono<{ Variables: { auth?: SignedIn } }>()

app.use('*', async (context, next) => {
  await next()
  context.header('x-notebook', 'open')
})

app.get('/me', (context) => {
  const signedIn = context.get('auth')
  return context.json({ name: signedIn?.user.display_name ?? 'nobody' })
})

app.get('/hello/:name', (context) => context.text(`Hello, ${context.req.param('name')}!`))
