/**
 * Runs one of the project's commands from a fresh clone: installs what the lock file says where
 * that has not been done, finds a Node that the project can run on, and hands over to the script.
 * It is the only script that has to work on Node 20, so it is plain JavaScript.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The first version that runs TypeScript by stripping types, without a flag or a warning. */
const wanted = { major: 24, minor: 12 }

process.chdir(root)
installIfNeeded()
run(findNode(), process.argv.slice(2))

function installIfNeeded() {
  // The stamp is written last, so a half-finished installation is begun again.
  const stampPath = join(root, 'node_modules', '.installed')
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamp = createHash('sha256').update(lock).update(process.platform).digest('hex')
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return
  // Standard output is the command's own.
  console.error('Installing the packages of package-lock.json …')
  // npm runs this script itself and says where its own program is; "npm" alone may be a .cmd file.
  const npm = process.env.npm_execpath
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []]
  // Whatever the environment or the user's own settings leave out.
  const whole = ['--include=dev', '--include=optional']
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(command, [...args, 'ci', ...whole, ...quiet], {
    stdio: ['ignore', 2, 'inherit'],
  })
  if (result.status !== 0) {
    console.error(
      'The installation did not finish. It needs the npm registry and about 2.5 GB of disk; ' +
        'its messages are above. Run the same command again to begin anew.',
    )
    process.exit(1)
  }
  writeFileSync(stampPath, stamp)
}

function findNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wanted.major || (major === wanted.major && minor >= wanted.minor)) {
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
      `This is Node ${process.versions.node}; the project needs ${wanted.major}.${wanted.minor} or newer, ` +
        `and there is no packaged one for ${process.platform} on ${process.arch}. Please install it.`,
    )
    process.exit(1)
  }
}

function run(node, [script, ...args]) {
  const path = script.startsWith('node_modules') ? script : join('scripts', script)
  const child = spawn(node, [path, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  })
  // The child ends by itself on Ctrl-C, in order; this process waits for it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
