// `npm start`: installs and builds what is missing, then starts the service. npm passes SIGTERM and SIGINT to the shell of the script
// only; `exec` in package.json replaces that shell with this process, which would not get them otherwise.
import { prepare } from './prepare.mjs'
import { allowCrash } from './allow-crash.mjs'

await prepare({ withDev: false })
// The start-up time that the service logs is measured from here.
performance.mark('heddle-prepared')
process.argv.splice(2, Infinity, ...allowCrash(process.argv.slice(2)))
await import('../dist/main.js')
