/** `npm run random-lives`, or `npm run random-lives -- N`: ten or N times as many lives as `npm test`, at random. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'

const factor = process.argv[2] ?? '10'
const tests = globSync('functions/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('countLives('),
)
const vitest = join('node_modules', 'vitest', 'vitest.mjs')
const { exitCode } = await runCommand(
  [vitest, 'run', '--project', 'unit', '--project', 'faults', ...tests],
  { env: { RANDOM_LIVES_FACTOR: factor, RANDOM_SEED: String(Date.now() % 1e9) } },
)
process.exitCode = exitCode ?? 1
