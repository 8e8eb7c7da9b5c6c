import { formatTime } from '../../../src/content/manuscript/local-time.ts'
import {
  defineCommand,
  formatDeskCommand,
  overwriteHelp,
  requireOne,
  writeHelp,
  writeOptions,
} from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { worstStatus } from '../command-line/exit-status.ts'
import { parseFutureOption, timeHelp } from '../command-line/time-option.ts'
import { storeManuscripts } from '../manuscripts/store-manuscripts.ts'
import { notifySiteOfChange } from '../site/notify-site.ts'

export const command = defineCommand({
  usage: ['schedule FILE --at TIME [--message WORDS] [--overwrite] [--dry-run]'],
  summary: 'schedules an article for publication',
  help: `  --at TIME         ${timeHelp}
${overwriteHelp}
  --message WORDS   a note for the log
${writeHelp}

To change the time, schedule the file again. To publish it now, remove publishedAt from the file and
run “${formatDeskCommand('publish FILE')}”. To cancel, run “${formatDeskCommand('withdraw SLUG')}”.`,
  options: {
    ...writeOptions,
    at: { type: 'string' },
    overwrite: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run(values, positionals) {
    const file = requireOne(positionals, 'file')
    const advice = ` To publish now, use “${formatDeskCommand('publish')}”.`
    const publishedAt = parseFutureOption('--at', values.at, advice)
    const desk = await openDesk(values.by)
    const { status, manuscripts, changedAt } = await storeManuscripts(desk, [file], {
      target: { status: 'scheduled', publishedAt },
      action: 'scheduled',
      message: values.message,
      overwrite: values.overwrite,
      dryRun: values['dry-run'],
      findRefusal: ({ fields }) =>
        fields.status === undefined || fields.status === 'published'
          ? 'is already published, so it can’t be scheduled. To change it now, publish the file'
          : null,
    })
    for (const { prepared } of manuscripts) {
      const { slug } = prepared.manuscript
      console.log(`articles/${slug}: scheduled for ${formatTime(publishedAt)}`)
    }
    return worstStatus([status, await notifySiteOfChange(desk, changedAt)])
  },
})
