/** Logs of services, builds and devices. They name hosts, not addresses: an address would be an identifier. */
import type { Slots, TextMaker } from './slots.js'

const LEVELS = 'DEBUG|INFO|INFO|INFO|WARN|ERROR'
const SERVICES = 'billing|checkout|search|auth-proxy|mailer|scheduler|ingest|thumbnailer|gateway|ledger'
const host = (s: Slots): string => `${s.word('node|web|db|worker|edge')}-${s.int(1, 40)}`

const messages: ((s: Slots) => string)[] = [
  (s) => `${s.word('request|query|job|batch')} finished in ${s.int(1, 9000)} ms`,
  (s) => `killed child process ${s.int(100, 65000)} after timeout of ${s.int(1, 60)} s`,
  (s) => `retry ${s.int(1, 5)}/5 for ${s.word(SERVICES)}: connection reset by peer`,
  (s) => `cache hit rate ${s.float(20, 100, 2)}%, ${s.int(100, 99999)} entries, ${s.float(0.1, 900, 1)} MB`,
  (s) => `commit ${s.hex(40)} deployed to ${host(s)}`,
  (s) => `trace_id=${s.hex(32)} span_id=${s.hex(16)} status=${s.pick([200, 201, 204, 301, 404, 429, 500])}`,
  (s) =>
    `GET /api/v${s.int(1, 4)}/items/${s.int(1, 999999)}?page=${s.int(1, 90)} ${s.pick([200, 304, 404])} ${s.int(100, 90000)}`,
  (s) => `garbage collection took ${s.float(0.1, 300, 3)} ms, heap ${s.int(10, 900)} -> ${s.int(10, 900)} MB`,
  (s) => `offset ${s.int(1, 9_999_999)} of partition ${s.int(0, 63)}, lag ${s.int(0, 100000)}`,
  (s) => `execute order ${s.digits(16)} of customer ${s.int(1000, 99999)}`,
  (s) => `lock timeout; aborting transaction ${s.int(1_000_000, 99_999_999)}`,
  (s) =>
    `fatal: out of memory: kill process ${s.int(100, 9999)} (java) score ${s.int(1, 999)} or sacrifice child`,
  (s) =>
    `upgrade of driver from ${s.int(1, 9)}.${s.int(0, 20)}.${s.int(0, 20)}.${s.int(0, 99)} to ${s.int(1, 9)}.${s.int(0, 20)}.${s.int(0, 20)}.${s.int(0, 99)} complete`,
  (s) => `certificate expires on ${s.isoDate()} (${s.int(1, 400)} days left)`,
  (s) =>
    `disk /dev/sd${s.word('a|b|c')}${s.int(1, 4)} ${s.int(10, 99)}% used, ${s.int(1000, 99999999)} inodes free`,
]

const appLog: TextMaker = (s) =>
  s
    .list(s.int(2, 6), () => {
      const iso = s.isoTime()
      const stamp = s.pick([
        iso,
        iso.replace('T', ' ').slice(0, 19),
        `${iso.slice(11, 19)} ${iso.slice(0, 10)}`,
      ])
      return `${stamp} ${s.word(LEVELS)} [${s.word(SERVICES)}] ${s.pick(messages)(s)}`
    })
    .join('\n')

const jsonLog: TextMaker = (s) =>
  s
    .list(s.int(1, 4), () =>
      JSON.stringify({
        ts: s.chance(0.5) ? s.time() : s.isoTime(),
        level: s.word(LEVELS).toLowerCase(),
        service: s.word(SERVICES),
        pid: s.int(1, 65000),
        msg: s.pick(messages)(s),
        duration_ms: Number(s.float(0, 900, 3)),
      }),
    )
    .join('\n')

const syslog: TextMaker = (s) =>
  s
    .list(s.int(2, 5), () => {
      const month = s.word('Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec')
      return `${month} ${String(s.int(1, 28)).padStart(2)} ${s.clock()}:${String(s.int(10, 59))} ${host(s)} ${s.word('kernel|systemd|cron|sshd')}[${s.int(1, 30000)}]: ${s.pick(messages)(s)}`
    })
    .join('\n')

const accessLog: TextMaker = (s) =>
  s
    .list(s.int(2, 5), () => {
      const path = `/${s.word('shop|blog|docs|static')}/${s.word('index|about|cart|style')}.${s.word('html|css|js|png')}`
      return `${host(s)} - - [${s.int(10, 28)}/${s.word('Mar|Jun|Nov')}/20${s.int(10, 30)}:${s.clock()}:${s.int(10, 59)} +0${s.int(0, 9)}00] "GET ${path} HTTP/1.1" ${s.pick([200, 304, 404])} ${s.int(100, 999999)} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/${s.int(90, 140)}.0.${s.int(0, 9999)}.${s.int(0, 250)} Safari/537.36"`
    })
    .join('\n')

const buildLog: TextMaker = (s) =>
  [
    `> ${s.word('build|test|lint')}`,
    `${s.word('Compiling|Bundling|Linking')} ${s.int(10, 4000)} modules (${s.float(0.1, 90, 2)} s)`,
    ` PASS  src/${s.word('cart|login|parse|graph')}.test.ts (${s.int(1, 90)} tests) ${s.int(3, 4000)}ms`,
    s.chance(0.5)
      ? ` FAIL  expected ${s.int(1, 99)} to be ${s.int(1, 99)} at line ${s.int(1, 900)}:${s.int(1, 80)}`
      : ' all tests passed',
    `sha256:${s.hex(64)}`,
    `${s.word('react|lodash|vite|left-pad')}@${s.int(0, 19)}.${s.int(0, 30)}.${s.int(0, 30)}`,
  ].join('\n')

const stackTrace: TextMaker = (s) =>
  [
    `${s.word('TypeError|ValueError|NullPointerException|KeyError')}: ${s.word('cannot read property|invalid literal|index out of range|missing key')} '${s.word('id|name|total|items')}'`,
    ...s.list(
      s.int(2, 5),
      () =>
        `    at ${s.word('handle|process|execute|abort|parse')}${s.word('Order|Request|Row|Child')} (/srv/app/${s.word('lib|src')}/${s.word('queue|worker|cart')}.js:${s.int(1, 999)}:${s.int(1, 99)})`,
    ),
  ].join('\n')

const gitLog: TextMaker = (s) =>
  s
    .list(
      s.int(2, 5),
      () =>
        `${s.hex(7)} ${s.isoDate()} ${s.firstName()}: ${s.word('fix|feat|chore|docs')}(${s.word(SERVICES)}): ${s.word('kill zombie workers on exit|use CSS grids for the layout|execute hooks in order|remove dead code|shoot down stale sessions|hide the debug panel|bump version')} (#${s.int(1, 9999)})`,
    )
    .join('\n')

export const LOG_MAKERS: Record<string, TextMaker> = {
  appLog,
  jsonLog,
  syslog,
  accessLog,
  buildLog,
  stackTrace,
  gitLog,
}
