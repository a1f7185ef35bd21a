#!/usr/bin/env node
// The entry point of the package. Node.js parses a file before it runs it, so this file must parse on every version too.
'use strict'

require('./require-node.cjs')
require('./load-main.cjs')
