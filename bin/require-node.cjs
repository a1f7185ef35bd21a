// Ends the process if this version of Node.js is too old. It runs before anything else is loaded, so it must parse on every
// version: ES5 only, CommonJS, no packages.
'use strict'

var required = require('../package.json').engines.node.match(/(\d+)\.(\d+)/)
var current = process.versions.node.split('.')
var isSupported =
  Number(current[0]) > Number(required[1]) ||
  (Number(current[0]) === Number(required[1]) && Number(current[1]) >= Number(required[2]))

// A call with its arguments on several lines would get a trailing comma from the formatter, which Node.js 6 cannot parse.
var message = [
  'heddle: Node.js ' + process.versions.node + ' is too old; ',
  'install Node.js ' + required[0] + ' or later from https://nodejs.org and run the command again\n',
]

if (!isSupported) {
  process.stderr.write(message.join(''))
  process.exit(1)
}
