'use strict'

import('../dist/main.js').catch((error) => {
  process.stderr.write(
    `heddle: the installation is incomplete, install the package again: ${error.message}\n`,
  )
  process.exit(1)
})
