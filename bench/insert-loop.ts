/**
 * The PostgreSQL floor: loops that insert the row of a thread with the plain `pg` driver. Prints the rate.
 *
 *   node insert-loop.js <url> <pool size> <loops> <seconds>
 */
import pg from 'pg'
import { newThreadRow } from '../src/domain/threads.js'

const [connectionString = '', poolSize, loops, seconds] = process.argv.slice(2)
const WARM_UP_MS = 500

const metadata = { user_id: 'user-42', session: 'web' }
const columns = Object.keys(newThreadRow('default', { metadata }, 0))
const text = `insert into bare_threads (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`

const pool = new pg.Pool({
  connectionString,
  max: Number(poolSize),
  onConnect: (client): unknown => client.query('set synchronous_commit = on'),
})

let stored = 0
let isStopped = false
const loop = async (): Promise<void> => {
  while (!isStopped) {
    const values = Object.values(newThreadRow('default', { metadata }, Date.now()))
    await pool.query({ name: 'insert', text, values })
    stored++
  }
}

const running = Array.from({ length: Number(loops) }, loop)
setTimeout(() => {
  const before = stored
  const started = performance.now()
  setTimeout(
    () => {
      const elapsed = (performance.now() - started) / 1000
      process.stdout.write(JSON.stringify({ perSecond: (stored - before) / elapsed, completed: stored }))
      isStopped = true
    },
    Number(seconds) * 1000,
  )
}, WARM_UP_MS)
await Promise.all(running)
await pool.end()
