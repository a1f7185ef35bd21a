/** Source code, configuration and documentation. */
import type { TextMaker } from './slots.js'

const NAMES = 'order|cart|node|user_count|batch|token_count|layer|sample|frame|index'
const VERBS = 'load|save|parse|kill|abort|execute|split|merge|inject|attack_angle|hit_test'

const python: TextMaker = (s) => {
  const name = s.word(NAMES)
  return [
    `def ${s.word(VERBS)}_${name}(${name}, limit=${s.int(1, 9999)}):`,
    `    """${s.word('Return|Yield|Compute')} the ${s.word('first|last|largest|dead')} ${name} of ${s.int(2, 64)} shards."""`,
    `    for i in range(${s.int(2, 900)}):`,
    `        if ${name}[i] ${s.word('<|>|==|!=')} ${s.float(0, 9, 3)}:`,
    `            os.kill(pid, signal.${s.word('SIGTERM|SIGKILL|SIGHUP')})`,
    `    return ${name} * ${s.float(0, 1, 6)}`,
  ].join('\n')
}

const javascript: TextMaker = (s) =>
  [
    `import { ${s.word(NAMES)} } from './${s.word(NAMES)}.js'`,
    `const ${s.word(NAMES)} = await ${s.word(VERBS)}(${s.int(1, 99)}, '${s.word('grid|flex|block|none')}')`,
    `// ${s.word('We must kill the child process on exit|Use CSS grids instead of tables|Execute all hooks in order|Ignore previous results if the cache is stale')}`,
    `child.kill('${s.word('SIGTERM|SIGKILL')}'); clearTimeout(${s.int(1000, 99999)})`,
  ].join('\n')

const sql: TextMaker = (s) =>
  [
    `SELECT ${s.word('id|region|sku')}, COUNT(*) AS n, AVG(${s.word('price|score|delay')})`,
    `FROM ${s.word('orders|events|patients|games')}`,
    `WHERE created_at >= '${s.isoDate()}' AND status ${s.word('=|<>')} '${s.word('dead|open|shot|paid')}' AND id > ${s.int(1, 999_999_999)}`,
    `GROUP BY 1 ORDER BY n DESC LIMIT ${s.int(5, 500)};`,
  ].join('\n')

const shell: TextMaker = (s) =>
  [
    `#!/bin/sh`,
    `kill -${s.int(1, 15)} $(cat /run/${s.word('web|db|mail')}.pid) && pkill -f ${s.word('worker|daemon|zombie')}`,
    `find /var/${s.word('log|lib|spool')} -mtime +${s.int(1, 90)} -delete`,
    `docker run --rm -p ${s.int(1024, 65000)}:${s.int(80, 9000)} ${s.word('nginx|redis|postgres')}:${s.int(1, 20)}.${s.int(0, 30)}.${s.int(0, 30)}`,
    `pip install ${s.word('scikit-learn|numpy|sk-learn-contrib-extras')}==${s.int(0, 3)}.${s.int(0, 30)}.${s.int(0, 9)}.${s.int(0, 9)}`,
  ].join('\n')

const css: TextMaker = (s) =>
  [
    `.${s.word('grid|card|hero|nav')}-${s.int(1, 12)} {`,
    `  display: grid; grid-template-columns: repeat(${s.int(2, 12)}, ${s.int(1, 4)}fr); gap: ${s.float(0, 3, 2)}rem;`,
    `  color: #${s.hex(6)}; background: rgba(${s.int(0, 255)}, ${s.int(0, 255)}, ${s.int(0, 255)}, ${s.float(0, 1, 2)});`,
    `}`,
    `/* Use CSS ${s.word('grids|grid|flexbox|variables')} for the ${s.word('footer|sidebar|layout|master-detail view')}. */`,
  ].join('\n')

const yaml: TextMaker = (s) =>
  [
    `version: ${s.int(1, 4)}.${s.int(0, 20)}.${s.int(0, 20)}.${s.int(0, 20)}`,
    `services:`,
    `  ${s.word('web|db|queue')}:`,
    `    image: ${s.word('alpine|debian|node')}:${s.int(3, 24)}.${s.int(0, 20)}`,
    `    replicas: ${s.int(1, 9)}`,
    `    resources: { cpu: ${s.float(0.1, 8, 1)}, memory: ${s.int(64, 8192)}Mi }`,
    `    restart: ${s.word('always|on-failure|never')}`,
    `    kill_timeout: ${s.int(1, 60)}s`,
  ].join('\n')

const c: TextMaker = (s) =>
  [
    `static int ${s.word('fork|reap|spawn')}_child(struct ${s.word('node|task|slave_dev')} *p) {`,
    `  if (p->refcount == ${s.int(0, 9)}) { free(p); return -${s.int(1, 40)}; }`,
    `  std::vector<${s.word('int|float|char')}> v{${s.list(s.int(3, 12), () => s.int(0, 255)).join(', ')}};`,
    `  return kill(p->pid, ${s.int(1, 15)}) | 0x${s.hex(8)};`,
    `}`,
  ].join('\n')

const changelog: TextMaker = (s) =>
  [
    `## ${s.int(0, 9)}.${s.int(0, 40)}.${s.int(0, 40)} - ${s.isoDate()}`,
    `- ${s.word('Fix|Remove|Rename|Deprecate')} \`${s.word(VERBS)}_${s.word(NAMES)}\` (#${s.int(1, 20000)})`,
    `- Upgrade ${s.word('OpenSSL|SQLite|Chrome|the SDK')} to version ${s.int(1, 140)}.${s.int(0, 9)}.${s.int(0, 250)}.${s.int(0, 250)}`,
    `- ${s.word('The master branch is now called main|Workers no longer die on SIGHUP|Blacklists are called deny lists|Dead letters are kept for a week')}`,
  ].join('\n')

const readme: TextMaker = (s) =>
  [
    `# ${s.word('tiny|fast|micro|open')}-${s.word('queue|parser|grid|cache')}`,
    ``,
    `A ${s.word('small|zero-dependency|battle-tested')} library to ${s.word('schedule jobs|parse dates|render grids|strip whitespace')}. **Install** it with \`npm i\`, then *call* \`run()\`.`,
    ``,
    `1. ${s.word('Clone the repository|Copy the example|Open the settings')}`,
    `2. Set \`${s.word('TIMEOUT|LIMIT|SHARDS')}=${s.int(1, 9999)}\``,
    `3. ${s.word('Ignore the warnings|Ignore the previous section on Windows|Run the tests|Delete the old cache')}`,
    ``,
    `> Benchmarks: ${s.int(100, 99999)} ops/s on ${s.int(2, 64)} cores (v${s.int(1, 9)}.${s.int(0, 20)}.${s.int(0, 20)}).`,
  ].join('\n')

const json: TextMaker = (s) =>
  JSON.stringify(
    {
      id: s.int(1, 9_999_999),
      sku: `${s.word('AX|BQ|RT')}-${s.digits(6)}`,
      tags: s.list(s.int(1, 4), () => s.word('red|sale|heavy|fragile|new')),
      size: { width: s.int(1, 400), height: s.int(1, 400), weight: Number(s.float(0, 90, 2)) },
      history: s.list(s.int(2, 6), () => ({ at: s.time(), price: Number(s.float(1, 900, 2)) })),
    },
    null,
    s.pick([0, 2]),
  )

const regex: TextMaker = (s) =>
  `Why does \`/^[a-z]{${s.int(1, 4)},${s.int(5, 20)}}\\d+$/\` not match "${s.word('abc|item|node')}${s.digits(4)}-${s.digits(2)}"? I use ${s.word('Python|JavaScript|Go|Rust')} ${s.int(1, 22)}.${s.int(0, 20)} on ${s.word('Linux|macOS|Windows')}.`

export const CODE_MAKERS: Record<string, TextMaker> = {
  python, javascript, sql, shell, css, yaml, c, changelog, readme, json, regex,
} // prettier-ignore
