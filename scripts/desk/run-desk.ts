/** The commands of the editors' command line. */
import { findClosestWord } from '../../src/domain/closest-word.ts'
import { CommandError } from '../shared/command-error.ts'
import { type Command, formatDeskCommand } from './command-line/command.ts'
import { DeskError, type ExitStatus, exitCodes } from './command-line/exit-status.ts'
import { stripControlCharacters } from './command-line/terminal.ts'

/** Commands are loaded on demand, because image processing takes a while to load. */
const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  new: () => import('./commands/new-command.ts'),
  check: () => import('./commands/check-command.ts'),
  preview: () => import('./commands/preview-command.ts'),
  publish: () => import('./commands/publish-command.ts'),
  schedule: () => import('./commands/schedule-command.ts'),
  withdraw: () => import('./commands/withdraw-command.ts'),
  unpublish: () => import('./commands/unpublish-command.ts'),
  duplicate: () => import('./commands/duplicate-command.ts'),
  correct: () => import('./commands/correct-command.ts'),
  rename: () => import('./commands/rename-command.ts'),
  weekly: () => import('./commands/weekly-command.ts'),
  front: () => import('./commands/front-command.ts'),
  picture: () => import('./commands/picture-command.ts'),
  list: () => import('./commands/list-command.ts'),
  log: () => import('./commands/log-command.ts'),
  fetch: () => import('./commands/fetch-command.ts'),
  ratings: () => import('./commands/ratings-command.ts'),
  'gift-links': () => import('./commands/gift-links-command.ts'),
  reader: () => import('./commands/reader-command.ts'),
  gift: () => import('./commands/gift-command.ts'),
  role: () => import('./commands/role-command.ts'),
  stats: () => import('./commands/stats-command.ts'),
  accounts: () => import('./commands/accounts-command.ts'),
  login: () => import('./commands/login-command.ts'),
  logout: () => import('./commands/logout-command.ts'),
  whoami: () => import('./commands/whoami-command.ts'),
  status: () => import('./commands/status-command.ts'),
  import: () => import('../import/import-command.ts'),
  export: () => import('../import/export/export-command.ts'),
}

const exitCodeHelp = `Exit codes:
  0  done
  1  refused: the input is invalid, or the command isn’t possible in this state
  2  usage: the command line is wrong
  3  conflict: somebody else has changed the document
  4  unavailable: Firestore or the site isn’t responding; nothing, or only a part, was written
  5  not notified: stored, but the site couldn’t be notified or doesn’t show the change yet`

/** The most lines of usage shown with a problem, because more would hide it. */
const maxUsageLines = 3

async function printHelp(name?: string): Promise<ExitStatus> {
  if (name !== undefined) {
    const command = await loadCommand(name)
    const usage = command.usage.map((line) => `  ${line}`).join('\n')
    console.log(`Usage, after “${formatDeskCommand('').trim()}”:\n${usage}\n\n${command.help}`)
    return 'done'
  }
  console.log(`Usage: ${formatDeskCommand('COMMAND …')}\n`)
  for (const commandName of Object.keys(commands)) {
    const { summary } = await loadCommand(commandName)
    console.log(`  ${commandName.padEnd(10)} ${summary}`)
  }
  console.log(`\nFor details: ${formatDeskCommand('help COMMAND')}\n\n${exitCodeHelp}`)
  return 'done'
}

async function loadCommand(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return (await commands[name]!()).command
  const meant = findClosestWord(name, Object.keys(commands))
  const suggestion = meant ? ` Did you mean ${meant}?` : ''
  const list = formatDeskCommand('help')
  throw new DeskError(`Unknown command "${name}".${suggestion} For a list: ${list}`, 'usage')
}

async function main([name, ...args]: readonly string[]): Promise<ExitStatus> {
  if (name === undefined || name === '--help') {
    await printHelp()
    return name === undefined ? 'usage' : 'done'
  }
  if (name === 'help') return printHelp(args[0])
  if (args.includes('--help')) return printHelp(name)
  return runWithHint(name, await loadCommand(name), args)
}

/** Adds the usage, and the command for help, to a problem with the command line. */
async function runWithHint(name: string, command: Command, args: readonly string[]) {
  try {
    return await command.run(args)
  } catch (error) {
    if (!(error instanceof DeskError) || error.exitStatus !== 'usage') throw error
    const lines = [
      error.message,
      ...chooseUsage(command, args).map((usage) => `Usage: ${formatDeskCommand(usage)}`),
      `For the options: ${formatDeskCommand(`help ${name}`)}`,
    ]
    throw new DeskError(lines.join('\n'), 'usage')
  }
}

/** Returns the subcommand's lines if the first argument is a subcommand, or all lines if there are few. */
function chooseUsage({ usage }: Command, [subcommand = '']: readonly string[]) {
  const lines = usage.filter((line) => line.split(' ')[1]?.split('|').includes(subcommand))
  if (lines.length > 0) return lines
  return usage.length <= maxUsageLines ? usage : []
}

/** Runs a command, prints its messages, and returns the exit code. */
export async function runDesk(args: readonly string[]): Promise<number> {
  try {
    return exitCodes[await main(args)]
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    // The message may quote a document or a source.
    console.error(stripControlCharacters(error.message))
    return exitCodes[error instanceof DeskError ? error.exitStatus : 'refused']
  }
}
