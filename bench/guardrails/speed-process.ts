/** Prints the measured times as JSON. A process of its own has no labeled texts in its heap, like an executor. */
import { measureSpeed } from './speed.js'

process.stdout.write(JSON.stringify(measureSpeed()))
