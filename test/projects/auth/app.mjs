/** A middleware for all requests, which rejects those with `?reject`, and a route that shows the user. */
import { Hono } from 'hono'

export const app = new Hono()

app.use('*', async (context, next) => {
  if (context.req.query('reject') !== undefined) return context.text('rejected', 418)
  await next()
})
app.get('/me', (context) => context.json({ me: context.get('auth')?.user.identity ?? null }))
