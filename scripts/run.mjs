/**
 * Runs a command of the project from a fresh clone: installs packages and finds a suitable Node.
 * This script alone runs on Node 20, so it is plain JavaScript.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The first version that runs TypeScript by stripping types, without a flag or a warning. */
const requiredVersion = { major: 24, minor: 12 }

process.chdir(root)
installIfNeeded()
run(findNode(), process.argv.slice(2))

function installIfNeeded() {
  // The stamp is written last, so that an interrupted installation is repeated.
  const stampPath = join(root, 'node_modules', '.installed')
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(process.platform).digest('hex')
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return
  // Standard output is for the command.
  console.error('Installing the packages in package-lock.json …')
  // npm sets the path of its own program; "npm" alone may be a .cmd file.
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Installs packages even if the environment or the user's settings leave them out.
  const whole = ['--include=dev', '--include=optional']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(command, [...args, 'ci', ...whole, ...quiet], {
    stdio: ['ignore', 2, 'inherit'],
  })
  if (result.status !== 0) {
    console.error(
      'The packages couldn’t be installed; see the messages above. Installing needs access to the npm registry ' +
        'and about 2.5 GB of disk space. Run the same command again to retry.',
    )
    process.exit(1)
  }
  writeFileSync(stampPath, stamp)
}

function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (
    major > requiredVersion.major ||
    (major === requiredVersion.major && minor >= requiredVersion.minor)
  ) {
    return process.execPath
  }
  const platform = process.platform === 'win32' ? 'win' : process.platform
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `node-${platform}-${process.arch}/package.json`,
    )
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return join(dirname(manifest), bin.node)
  } catch {
    console.error(
      `This is Node ${process.versions.node}. The project needs ${requiredVersion.major}.${requiredVersion.minor} or newer, ` +
        `and npm has no package of that version for ${process.platform} on ${process.arch}. Install Node yourself, then run ` +
        'the same command again.',
    )
    process.exit(1)
  }
}

function run(node, [script, ...args]) {
  const path = script.startsWith('node_modules') ? script : join('scripts', script)
  const child = spawn(node, [path, ...args], {
    stdio: 'inherit',
    env: {
      // With a compile cache, a command starts in half the time.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
  // The child ends in order on Ctrl-C; this process waits for it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
