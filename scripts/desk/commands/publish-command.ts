import { publicPath } from '../../../src/content/manuscript/document.ts'
import { defineCommand, overwriteHelp, writeHelp, writeOptions } from '../command-line/command.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { DeskError, worstStatus } from '../command-line/exit-status.ts'
import { storeManuscripts } from '../manuscripts/store-manuscripts.ts'
import { notifySiteAndWait, parseWaitSettings, waitHelp, waitOptions } from '../site/notify-site.ts'

export const command = defineCommand({
  usage: ['publish FILE… [--wait] [--overwrite] [--dry-run] [--message WORDS]'],
  summary: 'publishes manuscripts with their pictures',
  help: `All files are validated first: if one has a problem, nothing is written. An article without
publishedAt gets the current time. The time and the version are written back into the file,
so that the next publish notices changes that somebody else has made.

${overwriteHelp}
  --message WORDS   a note for the log
${waitHelp}
${writeHelp}`,
  options: {
    ...writeOptions,
    ...waitOptions,
    overwrite: { type: 'boolean', default: false },
    message: { type: 'string' },
  },
  async run(values, files) {
    if (files.length === 0) throw new DeskError('Name the files to publish.', 'usage')
    const waitSettings = parseWaitSettings(values)
    const desk = await openDesk(values.by)
    const { status, manuscripts, changedAt } = await storeManuscripts(desk, files, {
      target: { status: 'published' },
      action: 'published',
      message: values.message,
      overwrite: values.overwrite,
      dryRun: values['dry-run'],
    })
    for (const { prepared, isWritten } of manuscripts) {
      const { collection, slug } = prepared.manuscript
      const result = isWritten ? `published, ${publicPath(prepared.manuscript)}` : 'no change'
      console.log(`${collection}/${slug}: ${result}`)
    }
    const newManuscripts = manuscripts
      .filter(({ isNew, isWritten }) => isNew && isWritten)
      .map(({ prepared }) => prepared.manuscript)
    return worstStatus([
      status,
      await notifySiteAndWait(desk, changedAt, newManuscripts, waitSettings),
    ])
  },
})
