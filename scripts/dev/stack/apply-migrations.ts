import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'

/** The part of wrangler's folder that stores D1. */
const databases = join('v3', 'd1')

/** Runs the command of scripts/operate/going-live.md on wrangler's database. Applies only missing migrations. */
async function runMigrations(storage: string) {
  const command = 'node_modules/wrangler/bin/wrangler.js'
  const target = ['d1', 'migrations', 'apply', 'STATISTICS', '--local', '--persist-to', storage]
  const { failed, all } = await execa(
    process.execPath,
    [command, ...target, '--config', 'wrangler.toml'],
    { stdin: 'ignore', all: true, reject: false, env: { CI: '1', NO_COLOR: '1' } },
  )
  if (failed) throw new Error(`The migrations of the statistics failed.\n${all}`)
}

/** Returns a hash of all inputs of an empty database. */
function hashMigrations(): string {
  const files = [
    'wrangler.toml',
    'node_modules/wrangler/package.json',
    ...globSync('functions/statistics/migrations/*.sql').sort(),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Finds or creates a folder with an empty, migrated database. Several processes may do so at the same time. */
async function findEmptyDatabase(): Promise<string> {
  const folder = join('.local', 'empty-databases')
  const path = join(folder, hashMigrations())
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const draft = mkdtempSync(join(folder, 'draft-'))
  await runMigrations(draft)
  try {
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(path)) throw error
  }
  return path
}

/** Copies the empty database for a new one, because wrangler takes seconds, and tests start many Workers. */
export async function applyMigrations(storage: string) {
  if (existsSync(join(storage, databases))) return runMigrations(storage)
  const empty = await findEmptyDatabase()
  const draft = join(storage, 'draft')
  cpSync(join(empty, databases), draft, { recursive: true })
  mkdirSync(dirname(join(storage, databases)), { recursive: true })
  // The database is moved in one step, because an interrupted copy mustn't look like a database.
  renameSync(draft, join(storage, databases))
}
