import { execa } from 'execa'

/** The command of scripts/operate/README.md, on wrangler's simulated database. Applies only what is missing. */
export async function applyMigrations(storage: string) {
  const command = 'node_modules/wrangler/bin/wrangler.js'
  const target = ['d1', 'migrations', 'apply', 'STATISTICS', '--local', '--persist-to', storage]
  const { failed, all } = await execa(
    process.execPath,
    [command, ...target, '--config', 'wrangler.toml'],
    { stdin: 'ignore', all: true, reject: false, env: { CI: '1', NO_COLOR: '1' } },
  )
  if (failed) throw new Error(`The migrations of the statistics failed.\n${all}`)
}
