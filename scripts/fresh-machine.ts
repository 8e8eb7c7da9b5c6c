/**
 * npm run fresh-machine: proves that a bare machine is enough. Runs both commands, each in a clone
 * of its own, in a Debian that has nothing but Node (no Java, no emulator, no browser, no git), and
 * says how long each took. Needs Linux, root and debootstrap; takes about twenty minutes. Clones
 * what is committed, not what lies in the folder.
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
import { delimiter, dirname, join, resolve } from 'node:path'
import { log } from './local/log.ts'

const suite = 'bookworm'
const folder = resolve('.local/fresh-machine')
const base = join(folder, 'base')
const root = join(folder, 'root')

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** A program of this machine, not one of the project's packages. */
function systemProgram(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = folders.map((path) => join(path, name))
  return paths.find((path) => existsSync(path) && !path.includes('node_modules')) ?? null
}

/** Where this machine gets its packages from, so that the bare one gets them there as well. */
function mirrorOfThisMachine(): string {
  const sources = globSync('/etc/apt/{sources.list,sources.list.d/*}').map((path) =>
    readFileSync(path, 'utf8'),
  )
  const address = /^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+)/m.exec(sources.join('\n'))
  return address?.[1] ?? 'http://deb.debian.org/debian'
}

function prepareBase() {
  if (existsSync(base)) return
  log('machine', `a bare Debian ${suite} …`)
  const draft = `${base}.draft`
  rmSync(draft, { recursive: true, force: true })
  run(
    'debootstrap',
    '--variant=minbase',
    '--include=ca-certificates',
    suite,
    draft,
    mirrorOfThisMachine(),
  )
  renameSync(draft, base)
}

/** Whom this machine trusts, below /etc: its way to the registry may have a certificate of its own. */
const certificates = 'ssl/certs/ca-certificates.crt'

/** The oldest that the project runs on: with a newer one a fresh machine would prove less. */
const oldestNode = Number(/\d+/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node))

/** What of this machine goes to the bare one. */
function programsToCopy() {
  const node = systemProgram('node')
  const npm = systemProgram('npm')
  if (!node || !npm) return null
  const version = run(node, '--version').trim()
  return { node, npm, version, isOldest: version.startsWith(`v${oldestNode}.`) }
}
type Programs = NonNullable<ReturnType<typeof programsToCopy>>

/** Node and npm, and how this machine reaches packages; nothing else of it. */
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
  const reach = ['resolv.conf', 'hosts', 'apt/sources.list', 'apt/sources.list.d', certificates]
  for (const file of reach) {
    if (existsSync(`/etc/${file}`)) {
      cpSync(`/etc/${file}`, join(root, 'etc', file), { recursive: true, dereference: true })
    }
  }
  // A mirror may be that of a day in the past.
  writeFileSync(
    join(root, 'etc/apt/apt.conf.d/99frozen-mirror'),
    'Acquire::Check-Valid-Until "false";\nAcquire::Check-Date "false";\n',
  )
}

function clone(name: string) {
  run('git', 'clone', '--quiet', '--no-hardlinks', '.', join(root, 'home', name))
}

const mounts = [
  'mount -t proc proc /proc',
  'mount -t tmpfs tmpfs /tmp',
  'mkdir -p /dev/shm /dev/pts && mount -t tmpfs tmpfs /dev/shm',
  'mknod -m 666 /dev/null c 1 3 2>/dev/null; mknod -m 666 /dev/zero c 1 5 2>/dev/null',
  'mknod -m 666 /dev/random c 1 8 2>/dev/null; mknod -m 666 /dev/urandom c 1 9 2>/dev/null',
].join('; ')

/** A command in the bare machine, with processes and mounts of its own that end with it. */
function enter(name: string, command: string): ChildProcess {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const trust = `NODE_EXTRA_CA_CERTS=/etc/${certificates}`
  const environment = ['env', '-i', `PATH=${path}`, 'HOME=/root', 'LANG=C.UTF-8', 'CI=true', trust]
  // The shell stays the first process, whose office it is to bury the orphans of the others.
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

/** Shows the command's output, and answers the first match; null where it ends without one. */
function watch(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray | null> {
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

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`

async function tryStart(): Promise<string> {
  clone('start')
  const begun = performance.now()
  const child = enter('start', 'npm start')
  const ready = await watch(child, /The site\s+(http:\S+)/)
  if (!ready) throw new Error('npm start ended before the site stood')
  const took = seconds(begun)
  for (const [path, words] of [
    ['/', '<main'],
    ['/fathers-in-pencil', 'Fathers in pencil'],
  ] as const) {
    const page = await fetch(`${ready[1]}${path}`)
    if (!page.ok || !(await page.text()).includes(words)) {
      throw new Error(`${path} was answered with ${page.status}`)
    }
  }
  // The namespace ends with its first process, and everything in it.
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  return took
}

async function tryTest(): Promise<{ took: string; summary: string; code: number }> {
  clone('test')
  const begun = performance.now()
  const child = enter('test', 'npm test')
  const ended = once(child, 'exit')
  const summary = await watch(child, /^\d+ passed, \d+ failed.*$/m)
  const [code] = await ended
  return { took: seconds(begun), summary: summary?.[0] ?? 'no closing line', code: code ?? 1 }
}

if (process.platform !== 'linux' || process.getuid?.() !== 0 || !systemProgram('debootstrap')) {
  console.error('This needs Linux, root, and debootstrap (a package of Debian).')
  process.exit(2)
}
const programs = programsToCopy()
if (!programs?.isOldest) {
  console.error(
    `This needs Node ${oldestNode}, the oldest that the project runs on, as this machine’s own: ` +
      `${programs ? `${programs.node} is ${programs.version}` : 'there is none with its npm'}. ` +
      `Put a Node ${oldestNode} first in PATH.`,
  )
  process.exit(2)
}
const { version } = programs
mkdirSync(folder, { recursive: true })
prepareBase()
prepareRoot(programs)
const start = await tryStart()
log('machine', `npm start: ready in ${start}, installing included`)
const test = await tryTest()
rmSync(root, { recursive: true, force: true })
console.log(`
On a bare Debian ${suite} with Node ${version} and nothing else:
  npm start   ready in ${start}
  npm test    ${test.summary}, in ${test.took}
(both from a fresh clone, installing included)`)
process.exit(test.code)
