/** Runs Python. Tests that need it are skipped with a message where python3 is missing. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { packageRoot } from '../../src/platform/package-root.js'

export const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('python3 was not found, so the tests of the Python client are skipped\n')

export const PYTHON_CLIENT = join(packageRoot, 'clients/python')

/** Starts Python with the client on its path. `onOutput` receives everything that was printed so far. */
export const runPython = async (
  args: string[],
  options: { env?: Record<string, string>; input?: string; onOutput?: (output: string) => void } = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const child = spawn('python3', args, {
    cwd: PYTHON_CLIENT,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: PYTHON_CLIENT,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      ...options.env,
    },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    options.onOutput?.(stdout)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.end(options.input ?? '')
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}
