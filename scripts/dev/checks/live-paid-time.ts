/** `npm run paid-time`, or `npm run paid-time -- N`: other and more random lives of subscriptions than `npm test`’s. */
import { join } from 'node:path'
import { runCommand } from './run-command.ts'

const lives = process.argv[2] ?? '10000'
const vitest = join('node_modules', 'vitest', 'vitest.mjs')
const test = 'functions/subscription/paid-time.test.ts'
const { exitCode } = await runCommand([vitest, 'run', '--project', 'unit', test], {
  env: { PAID_TIME_LIVES: lives, RANDOM_SEED: String(Date.now() % 1e9) },
})
process.exitCode = exitCode ?? 1
