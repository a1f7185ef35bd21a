// `npm start`: installs and builds what is missing, then starts the service in this process.
import { prepare } from './prepare.mjs'

await prepare({ withDev: false })
// The start-up time that the service logs is measured from here.
performance.mark('heddle-prepared')
await import('../dist/main.js')
