/**
 * npm run desk -- COMMAND …: what editors do, on the command line.
 *
 *     npm run desk -- help            every command
 *     npm run desk -- help publish    one of them
 */
import { Refusal } from '../live/refusal.ts'
import type { Command } from './command.ts'
import { type Ending, exitCodes, Stop } from './ending.ts'

/** Loaded when they are needed: pictures bring a library that takes its time. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  new: () => import('./new.ts'),
  check: () => import('./check.ts'),
  preview: () => import('./preview.ts'),
  publish: () => import('./publish.ts'),
  schedule: () => import('./schedule.ts'),
  withdraw: () => import('./withdraw.ts'),
  correct: () => import('./correct.ts'),
  rename: () => import('./rename.ts'),
  front: () => import('./front.ts'),
  list: () => import('./list.ts'),
  log: () => import('./log.ts'),
  fetch: () => import('./fetch.ts'),
  watch: () => import('./watch.ts'),
  ratings: () => import('./ratings.ts'),
  reader: () => import('./reader.ts'),
  import: () => import('./transfer/import-command.ts'),
  export: () => import('./transfer/export-command.ts'),
}

const endings = `It ends with
  0  done
  1  refused: something is invalid, or cannot be done so
  2  the command line is wrong
  3  somebody else has changed it meanwhile
  4  Firestore or the site does not answer: nothing, or not all, was written
  5  stored, but the site was not told, or has not been seen to show it`

async function help(name?: string): Promise<Ending> {
  if (name !== undefined) {
    const command = await find(name)
    const usage = command.usage.map((line) => `  desk ${line}`).join('\n')
    console.log(`${usage}\n\n${command.help}`)
    return 'done'
  }
  console.log('The desk: npm run desk -- COMMAND …\n')
  for (const each of Object.keys(commands)) {
    const { summary } = await find(each)
    console.log(`  ${each.padEnd(10)} ${summary}`)
  }
  console.log(`\nMore on one of them: desk help COMMAND\n\n${endings}`)
  return 'done'
}

async function find(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return (await commands[name]!()).command
  throw new Stop(`There is no command "${name}". All of them: desk help`, 'usage')
}

async function main([name, ...args]: readonly string[]): Promise<Ending> {
  if (name === undefined || name === '--help') {
    await help()
    return name === undefined ? 'usage' : 'done'
  }
  if (name === 'help') return help(args[0])
  if (args.includes('--help')) return help(name)
  return (await find(name)).run(args)
}

try {
  process.exitCode = exitCodes[await main(process.argv.slice(2))]
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = exitCodes[error instanceof Stop ? error.ending : 'refused']
}
