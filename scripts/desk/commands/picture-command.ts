import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { imageIdPattern } from '../../../src/domain/image/image.ts'
import { manuscriptCollections } from '../../../src/domain/publication.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { askToConfirm, yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, dryRunHelp, dryRunOption } from '../command-line/command.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { listDocuments } from '../documents/site-documents.ts'
import { requireAccessKey } from '../site/access-key.ts'
import { callSite } from '../site/call-site.ts'
import { createImageId } from '../site/image-storage.ts'

export const command = defineCommand({
  usage: ['picture remove PICTURE [--message WORDS] [--yes] [--dry-run]'],
  summary: 'removes a picture from the site for good',
  help: `PICTURE is the picture’s address on the site, its ID, or the original file. Recordings work too.

The site deletes the original and every size of it, even under another name, and refuses the file
from then on. Data centres may show it for another hour; a browser that has loaded it, for up to a year.
Documents that show it are listed, at one database read per document. They have a gap until you publish them with
another picture. The command is safe to repeat.

  --message WORDS   the reason, shown to editors who use the file again
  --yes             don’t ask for confirmation
${dryRunHelp}`,
  options: { ...dryRunOption, ...yesOption, message: { type: 'string' } },
  async run({ message, yes, 'dry-run': dryRun }, [action, picture, ...others]) {
    if (action !== 'remove')
      throw new DeskError('"picture" must be followed by "remove PICTURE".', 'usage')
    if (picture === undefined || others.length > 0)
      throw new DeskError('Name exactly one picture.', 'usage')
    const id = findImageId(picture)
    const site = requireAccessKey()
    if (dryRun) console.log(`${id}: would be removed. Nothing was changed.`)
    else {
      await askToConfirm(`Remove ${id} for good?`, yes)
      const reason = message === undefined ? {} : { message }
      const removed = await callSite(site, 'DELETE /api/media/:id', { id, ...reason })
      for (const line of describeRemoval(id, removed)) printText(line)
    }
    const users: string[] = []
    for (const collection of manuscriptCollections)
      for await (const { slug, state } of listDocuments(site, { collection, picture: id }))
        users.push(`  ${collection}/${slug} (${state})`)
    for (const line of users.length > 0 ? ['Shown by:', ...users] : ['No document shows it.'])
      printText(line)
    return 'done'
  },
})

function findImageId(picture: string): string {
  const id = /\/(?:images|audio)\/([^/?]+)/.exec(picture)?.[1] ?? picture
  if (imageIdPattern.test(id)) return id
  const path = resolve(workingDirectory(), picture)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new DeskError(
      `"${picture}" isn’t a picture or recording. Name its address on the site, its ID or its file.`,
      'usage',
    )
  return createImageId(readFileSync(path), path)
}

type Removal = Awaited<ReturnType<typeof callSite<'DELETE /api/media/:id'>>>

function describeRemoval(id: string, { at, by, message, ids, variants }: Removal): string[] {
  const removal = `${by} removed it on ${at.slice(0, 10)}${message === undefined ? '' : `: ${message}`}`
  if (ids.length === 0 && variants === 0) return [`${id}: no change. ${removal}`]
  return [...ids.map((one) => `${one}: removed`), `Sizes removed: ${variants}`]
}
