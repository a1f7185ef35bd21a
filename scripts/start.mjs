// `npm start`: installs and builds what is missing, then becomes the service.
import { prepare } from './prepare.mjs'

await prepare({ withDev: false })
await import('../dist/main.js')
