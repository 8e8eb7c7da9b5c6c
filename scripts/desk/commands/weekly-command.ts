import { type Command, formatDeskCommand } from '../command.ts'
import { DeskError } from '../exit-status.ts'
import { subcommand as approve } from '../issues/weekly-approve.ts'
import { subcommand as cancel } from '../issues/weekly-cancel.ts'
import { subcommand as check } from '../issues/weekly-check.ts'
import { subcommand as create } from '../issues/weekly-new.ts'
import { subcommand as pause } from '../issues/weekly-pause.ts'
import { subcommand as preview } from '../issues/weekly-preview.ts'
import { subcommand as resume } from '../issues/weekly-resume.ts'
import { subcommand as schedule } from '../issues/weekly-schedule.ts'
import { subcommand as stats } from '../issues/weekly-stats.ts'
import { subcommand as status } from '../issues/weekly-status.ts'
import { subcommand as test } from '../issues/weekly-test.ts'
import { subcommand as who } from '../issues/weekly-who.ts'

const subcommands: Readonly<Record<string, Command>> = {
  new: create,
  check,
  preview,
  test,
  approve,
  schedule,
  pause,
  resume,
  cancel,
  status,
  stats,
  who,
}
const names = Object.keys(subcommands)

const formatSummary = ([name, { summary }]: readonly [string, Command]) =>
  `  ${name.padEnd(10)}${summary}`

export const command: Command = {
  usage: Object.values(subcommands).flatMap(({ usage }) => usage),
  summary: 'writes, checks and sends an issue of The Weekly',
  help: [
    'FILE is an issue’s manuscript. Its file name is its address, below /newsletter.',
    Object.entries(subcommands).map(formatSummary).join('\n'),
    Object.values(subcommands)
      .flatMap(({ help }) => help || [])
      .join('\n'),
    `“${formatDeskCommand('publish FILE')}” puts the issue’s page on the site. The email links to it, so publish it
first.`,
  ].join('\n\n'),
  async run([name, ...args]) {
    const subcommand = name !== undefined && Object.hasOwn(subcommands, name) && subcommands[name]
    if (!subcommand)
      throw new DeskError(`"weekly" must be followed by one of ${names.join(', ')}.`, 'usage')
    return subcommand.run(args)
  },
}
