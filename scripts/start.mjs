// `npm start`: installs and builds what is missing, then becomes the service.
import { prepare } from './prepare.mjs'

await prepare({ withDev: false })
// What the service reports as its start-up time begins here.
performance.mark('heddle-prepared')
await import('../dist/main.js')
