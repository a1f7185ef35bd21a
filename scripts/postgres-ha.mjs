// Starts a PostgreSQL cluster with automatic failover on this machine: three PostgreSQL servers under Patroni with synchronous
// replication, three etcd members, and HAProxy in front. `node scripts/postgres-ha.mjs` prints the URLs and runs until Ctrl-C.
// Needs Debian's packages patroni, etcd-server, haproxy and postgresql. Everything is stored in a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const HOST = '127.0.0.1'
const DEBIAN_POSTGRES = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 120_000

/** Settings under which a failover loses no acknowledged write; docs/operations.md explains them. */
const CLUSTER_SETTINGS = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 200, wal_log_hints: 'on', synchronous_commit: 'on' },
  },
}

const findProgram = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file))

const findPostgres = () => {
  if (!existsSync(DEBIAN_POSTGRES)) return undefined
  const versions = readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')))
}

/** Returns the names of the programs that are not installed. */
export const findMissingPrograms = () => [
  ...['patroni', 'etcd', 'haproxy'].filter((name) => findProgram(name) === undefined),
  ...(findPostgres() === undefined ? ['postgresql'] : []),
]

/** PostgreSQL refuses to run as root. */
const findUser = () => {
  if (process.getuid?.() !== 0) return {}
  const [, , uid, gid] = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
    .split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const findFreePort = async () => {
  const probe = createServer().listen(0, HOST)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** A TCP connection between two machines that can be cut: data is dropped, and nobody is told. */
const openLink = async (targetPort) => {
  const sockets = new Set()
  let isCut = false
  const forward = (from, to) => {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (!isCut && !to.destroyed) to.write(bytes)
    })
    from.on('error', () => undefined)
    from.once('close', () => {
      sockets.delete(from)
      if (!isCut) to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(targetPort, HOST)
    forward(client, upstream)
    forward(upstream, client)
  }).listen(0, HOST)
  await once(server, 'listening')
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: server.address().port,
    cut: () => {
      isCut = true
    },
    /** Connections that were open during the cut have lost data, so they are closed. */
    heal: () => {
      isCut = false
      destroyAll()
    },
    close: () => {
      server.close()
      destroyAll()
    },
  }
}

const launch = (command, args, { folder, name, user }) => {
  const log = openSync(join(folder, `${name}.log`), 'a')
  // A process group of its own: Ctrl-C must not stop the parts in an arbitrary order.
  const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', log, log], ...user })
  child.on('error', () => undefined)
  return child
}

const stopProcess = async (child, signal) => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(timer)
}

/** Kills the postmaster and its children, as a power failure of the machine does. */
const killPostgres = (dataFolder) => {
  let postmaster
  try {
    postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return
  }
  const pids = [postmaster]
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster) pids.push(Number(entry))
    } catch {
      // The process has ended.
    }
  }
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended.
    }
  }
}

const readJson = async (url, options = {}) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000), ...options })
  const text = await response.text()
  try {
    return { status: response.status, body: JSON.parse(text) }
  } catch {
    return { status: response.status, body: text }
  }
}

const startEtcd = async (folder, user, count) => {
  const members = []
  for (let index = 0; index < count; index++)
    members.push({ name: `etcd${index}`, client: await findFreePort(), peer: await findFreePort() })
  const initial = members.map(({ name, peer }) => `${name}=http://${HOST}:${peer}`).join(',')
  const start = ({ name, client, peer }) =>
    launch(
      findProgram('etcd'),
      [
        ['--name', name, '--data-dir', join(folder, name)],
        [
          '--listen-client-urls',
          `http://${HOST}:${client}`,
          '--advertise-client-urls',
          `http://${HOST}:${client}`,
        ],
        [
          '--listen-peer-urls',
          `http://${HOST}:${peer}`,
          '--initial-advertise-peer-urls',
          `http://${HOST}:${peer}`,
        ],
        ['--initial-cluster', initial, '--initial-cluster-state', 'new'],
        // A busy machine must not cause elections.
        ['--heartbeat-interval', '500', '--election-timeout', '5000'],
      ].flat(),
      { folder, name, user },
    )
  return members.map((member) => ({ ...member, process: start(member), restart: () => start(member) }))
}

const toPatroniConfig = ({ name, port, rest, connectPort, etcdPorts, folder }) => ({
  scope: 'heddle',
  name,
  restapi: { listen: `${HOST}:${rest}`, connect_address: `${HOST}:${rest}` },
  etcd3: { hosts: etcdPorts.map((etcdPort) => `${HOST}:${etcdPort}`) },
  bootstrap: { dcs: CLUSTER_SETTINGS, initdb: [{ encoding: 'UTF8' }, 'data-checksums', { auth: 'trust' }] },
  postgresql: {
    listen: `${HOST}:${port}`,
    connect_address: `${HOST}:${connectPort}`,
    data_dir: join(folder, name),
    bin_dir: findPostgres(),
    pgpass: join(folder, `${name}.pgpass`),
    pg_hba: [`host all all ${HOST}/32 trust`, `host replication all ${HOST}/32 trust`, 'local all all trust'],
    authentication: {
      superuser: { username: 'heddle' },
      replication: { username: 'replicator' },
      rewind: { username: 'heddle' },
    },
    parameters: { unix_socket_directories: folder },
  },
  watchdog: { mode: 'off' },
})

const toHaproxyConfig = (port, nodes) => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
frontend postgres
  bind ${HOST}:${port}
  default_backend primary
backend primary
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: target, rest }) => `  server ${name} ${HOST}:${target} check port ${rest}`).join('\n')}
`

/** Starts the cluster and resolves when it has a primary and a synchronous standby. */
export const startHaCluster = async () => {
  const missing = findMissingPrograms()
  if (missing.length > 0)
    throw new Error(
      `not installed: ${missing.join(', ')}. On Debian: apt-get install patroni etcd-server haproxy postgresql`,
    )
  const user = findUser()
  const folder = mkdtempSync('/tmp/heddle-ha-')
  const grant = () =>
    user.uid !== undefined && execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder])
  grant()
  const links = []
  const openLinkTo = async (port) => {
    const link = await openLink(port)
    links.push(link)
    return link
  }
  const etcd = await startEtcd(folder, user, 3)
  const nodes = []
  for (let index = 0; index < 3; index++) {
    const name = `postgres${index}`
    const [port, rest] = [await findFreePort(), await findFreePort()]
    const replicationLink = await openLinkTo(port)
    const etcdLinks = await Promise.all(etcd.map(({ client }) => openLinkTo(client)))
    const etcdPorts = etcdLinks.map((link) => link.port)
    const node = { name, port, rest, dataFolder: join(folder, name), links: [replicationLink, ...etcdLinks] }
    const file = join(folder, `${name}.yml`)
    writeFileSync(
      file,
      JSON.stringify(toPatroniConfig({ ...node, connectPort: replicationLink.port, etcdPorts, folder })),
    )
    mkdirSync(node.dataFolder, { mode: 0o700 })
    node.start = () => {
      node.process = launch(findProgram('patroni'), [file], { folder, name, user })
    }
    nodes.push(node)
  }
  const proxyPort = await findFreePort()
  writeFileSync(join(folder, 'haproxy.cfg'), toHaproxyConfig(proxyPort, nodes))
  grant()
  for (const node of nodes) node.start()
  const haproxy = launch(findProgram('haproxy'), ['-db', '-f', join(folder, 'haproxy.cfg')], {
    folder,
    name: 'haproxy',
    user,
  })

  const getMembers = async () => {
    for (const { rest } of nodes) {
      const result = await readJson(`http://${HOST}:${rest}/cluster`).catch(() => undefined)
      if (result?.status === 200 && Array.isArray(result.body.members)) return result.body.members
    }
    return []
  }
  /** The node whose Patroni says that it is the primary. */
  const findPrimary = async () => {
    for (const node of nodes) {
      const result = await readJson(`http://${HOST}:${node.rest}/primary`).catch(() => undefined)
      if (result?.status === 200) return node
    }
    return undefined
  }
  const waitForHealth = async (replicas = 1, timeoutMs = START_TIMEOUT_MS) => {
    const end = Date.now() + timeoutMs
    for (;;) {
      const members = await getMembers()
      const standbys = members.filter(
        ({ role, state }) => /standby|replica/.test(role) && /running|streaming/.test(state),
      )
      const hasSynchronous = members.some(({ role }) => role === 'sync_standby')
      if (hasSynchronous && standbys.length >= replicas && (await findPrimary()) !== undefined) return
      if (Date.now() > end)
        throw new Error(`the cluster is not healthy: ${JSON.stringify(members)}; logs are in ${folder}`)
      await sleep(500)
    }
  }
  const stop = async () => {
    await stopProcess(haproxy, 'SIGTERM')
    await Promise.all(nodes.map(({ process: child }) => stopProcess(child, 'SIGTERM')))
    for (const { dataFolder } of nodes) killPostgres(dataFolder)
    await Promise.all(etcd.map(({ process: child }) => stopProcess(child, 'SIGTERM')))
    for (const link of links) link.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitForHealth()
  } catch (error) {
    await stop()
    throw error
  }
  const toUrl = (hosts) => `postgres://heddle@${hosts}/postgres`
  return {
    folder,
    /** Through HAProxy. */
    url: toUrl(`${HOST}:${proxyPort}`),
    multiHostUrl: `${toUrl(nodes.map(({ port }) => `${HOST}:${port}`).join(','))}?target_session_attrs=read-write`,
    findPrimary,
    waitForHealth,
    /** Kills Patroni and PostgreSQL of a node, as a power failure does. */
    killNode: (node) => {
      node.process.kill('SIGKILL')
      killPostgres(node.dataFolder)
    },
    /** Kills PostgreSQL only: Patroni restarts it or promotes a standby. */
    killPostgres: (node) => killPostgres(node.dataFolder),
    killEtcdMember: (index) => etcd[index].process.kill('SIGKILL'),
    restartEtcdMember: (index) => {
      etcd[index].process = etcd[index].restart()
    },
    /** Cuts the connections of a node to etcd and to the other servers. Its clients can still reach it. */
    isolate: (node) => {
      for (const link of node.links) link.cut()
    },
    heal: (node) => {
      for (const link of node.links) link.heal()
    },
    /** A planned change of the primary. */
    switchover: async (from) => {
      const body = JSON.stringify({ leader: from.name })
      const headers = { 'content-type': 'application/json' }
      const signal = AbortSignal.timeout(60_000)
      const result = await readJson(`http://${HOST}:${from.rest}/switchover`, {
        method: 'POST',
        body,
        headers,
        signal,
      })
      if (result.status !== 200) throw new Error(`the switchover failed: ${JSON.stringify(result)}`)
    },
    stop,
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write('Starting three PostgreSQL servers with Patroni, three etcd members and HAProxy …\n')
  const cluster = await startHaCluster()
  const primary = await cluster.findPrimary()
  process.stdout.write(
    [
      '',
      `  HAProxy        DATABASE_URL=${cluster.url}`,
      `  several hosts  DATABASE_URL='${cluster.multiHostUrl}'`,
      `  Primary        ${primary?.name}, port ${primary?.port}`,
      `  Status         patronictl -c ${cluster.folder}/postgres0.yml list`,
      `  Logs           ${cluster.folder}`,
      '  Stop           Ctrl-C; all data is removed',
      '',
    ].join('\n'),
  )
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void cluster.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
