// The licenses of the packages whose code is part of the published package, through the bundles of the service and of the console.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './build-inputs.mjs'

const LICENSE_FILE = /^(licen[cs]e|notice|copying)/i

const listPackages = (folder) => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).filter(
    ([path, { dev, devOptional }]) =>
      path !== '' && dev !== true && devOptional !== true && existsSync(join(folder, path)),
  )
}

const readLicense = (folder) =>
  readdirSync(folder)
    .filter((name) => LICENSE_FILE.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')

const describePackage = (root, [path, { version, license }]) => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return `${name} ${version} (${license ?? 'see below'})\n\n${readLicense(join(root, path))}`
}

export const writeLicenses = (file) => {
  const sections = [inRoot(), inRoot('console')].flatMap((root) =>
    listPackages(root).map((entry) => describePackage(root, entry)),
  )
  const unique = [...new Set(sections)].sort()
  writeFileSync(file, `${unique.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}
