/**
 * Runs and times `npm start` and `npm test`, each in a clone of the current commit, on a Debian with only Node (npm run
 * fresh-machine). Needs Linux, root and debootstrap; takes about half an hour on two cores.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { searchPath } from '../dev-environment.ts'
import { logLine } from '../service-process.ts'

const suite = 'bookworm'
const folder = resolve('.local/fresh-machine')
const base = join(folder, 'base')
const root = join(folder, 'root')

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function systemProgram(name: string): string | null {
  const paths = searchPath.map((path) => join(path, name))
  return paths.find((path) => existsSync(path) && !path.includes('node_modules')) ?? null
}

/** Copies this machine's package sources to the bare one. */
function findAptMirror(): string {
  const sources = globSync('/etc/apt/{sources.list,sources.list.d/*}').map((path) =>
    readFileSync(path, 'utf8'),
  )
  const address = /^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+)/m.exec(sources.join('\n'))
  return address?.[1] ?? 'http://deb.debian.org/debian'
}

function prepareBase() {
  if (existsSync(base)) return
  logLine('machine', `a bare Debian ${suite} …`)
  const draft = `${base}.draft`
  rmSync(draft, { recursive: true, force: true })
  run(
    'debootstrap',
    '--variant=minbase',
    '--include=ca-certificates',
    suite,
    draft,
    findAptMirror(),
  )
  renameSync(draft, base)
}

/** The path, below /etc, of this machine's certificates, which its package registry may require. */
const certificates = 'ssl/certs/ca-certificates.crt'

/** The oldest supported version, because a newer version would prove less. */
const oldestNode = Number(/\d+/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node))

function findPrograms() {
  const node = systemProgram('node')
  const npm = systemProgram('npm')
  if (!node || !npm) return null
  const version = run(node, '--version').trim()
  return { node, npm, version, isOldest: version.startsWith(`v${oldestNode}.`) }
}
type Programs = NonNullable<ReturnType<typeof findPrograms>>

/** Copies Node, npm and this machine's access to packages; nothing else. */
function prepareRoot({ node, npm }: Programs) {
  rmSync(root, { recursive: true, force: true })
  run('cp', '-a', base, root)
  const npmPackage = dirname(dirname(realpathSync(npm)))
  cpSync(realpathSync(node), join(root, 'usr/local/bin/node'))
  cpSync(npmPackage, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx']) {
    run('ln', '-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  }
  const registry = run(node, npm, 'config', 'get', 'registry').trim()
  writeFileSync(join(root, 'root/.npmrc'), `registry=${registry}\n`)
  const networkFiles = [
    'resolv.conf',
    'hosts',
    'apt/sources.list',
    'apt/sources.list.d',
    certificates,
  ]
  for (const file of networkFiles) {
    if (existsSync(`/etc/${file}`)) {
      cpSync(`/etc/${file}`, join(root, 'etc', file), { recursive: true, dereference: true })
    }
  }
  // Dates aren't checked, because a mirror may be a snapshot of a past day.
  writeFileSync(
    join(root, 'etc/apt/apt.conf.d/99frozen-mirror'),
    'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\n',
  )
}

function cloneProject(name: string) {
  run('git', 'clone', '--quiet', '--no-hardlinks', '.', join(root, 'home', name))
}

const mounts = [
  'mount -t proc proc /proc',
  'mount -t tmpfs tmpfs /tmp',
  'mkdir -p /dev/shm /dev/pts && mount -t tmpfs tmpfs /dev/shm',
  'mknod -m 666 /dev/null c 1 3 2>/dev/null; mknod -m 666 /dev/zero c 1 5 2>/dev/null',
  'mknod -m 666 /dev/random c 1 8 2>/dev/null; mknod -m 666 /dev/urandom c 1 9 2>/dev/null',
].join('; ')

function runInRoot(name: string, command: string): ChildProcess {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const trust = `NODE_EXTRA_CA_CERTS=/etc/${certificates}`
  const environment = ['env', '-i', `PATH=${path}`, 'HOME=/root', 'LANG=C.UTF-8', 'CI=true', trust]
  // The shell stays the first process, which has to reap the others' orphans.
  const script = `${mounts}; cd /home/${name} && ${command}; exit $?`
  return spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'chroot',
      root,
      ...environment,
      'sh',
      '-c',
      script,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

/** Shows the command's output and returns the first match; null if it ends without one. */
function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray | null> {
  let seen = ''
  return new Promise((done) => {
    child.stdout!.on('data', (chunk) => {
      process.stdout.write(chunk)
      seen += chunk
      const match = pattern.exec(seen)
      if (match) done(match)
    })
    child.on('close', () => done(null))
  })
}

const formatElapsed = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`

async function tryStart(): Promise<string> {
  cloneProject('start')
  const startedAt = performance.now()
  const child = runInRoot('start', 'npm start')
  const ready = await waitForOutput(child, /Site\s+(http:\S+)/)
  if (!ready) throw new Error('npm start stopped before the site was ready')
  const duration = formatElapsed(startedAt)
  for (const [path, expectedText] of [
    ['/', '<main'],
    ['/fathers-in-pencil', 'Fathers in pencil'],
  ] as const) {
    const page = await fetch(`${ready[1]}${path}`)
    if (!page.ok || !(await page.text()).includes(expectedText)) {
      throw new Error(`${path} returned ${page.status}, or not the expected page`)
    }
  }
  // The namespace ends with its first process, and all others with it.
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return duration
}

async function tryTest(): Promise<{ duration: string; summary: string; code: number }> {
  cloneProject('test')
  const startedAt = performance.now()
  const child = runInRoot('test', 'npm test')
  const ended = once(child, 'exit')
  const summary = await waitForOutput(child, /^\d+ passed, \d+ failed.*$/m)
  const [code] = await ended
  return {
    duration: formatElapsed(startedAt),
    summary: summary?.[0] ?? 'ended without a summary',
    code: code ?? 1,
  }
}

if (process.platform !== 'linux' || process.getuid?.() !== 0 || !systemProgram('debootstrap')) {
  console.error('This needs Linux, root, and debootstrap (a Debian package).')
  process.exit(2)
}
const programs = findPrograms()
if (!programs?.isOldest) {
  console.error(
    `This needs Node ${oldestNode}, the oldest that the project supports, in PATH: ` +
      `${programs ? `${programs.node} is ${programs.version}` : 'no Node with npm was found'}. ` +
      `Put Node ${oldestNode} first in PATH.`,
  )
  process.exit(2)
}
const { version } = programs
mkdirSync(folder, { recursive: true })
prepareBase()
prepareRoot(programs)
const start = await tryStart()
logLine('machine', `npm start: ready in ${start}, including installation`)
const test = await tryTest()
rmSync(root, { recursive: true, force: true })
console.log(`
On a bare Debian ${suite} with Node ${version} and nothing else:
  npm start   ready in ${start}
  npm test    ${test.summary}, in ${test.duration}
(both from a fresh clone, including installation)`)
process.exit(test.code)
