import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { manuscriptCollections } from '../../../src/content/manuscript/document.ts'
import { imageHashLength } from '../../../src/contracts/endpoints/publishing-endpoints.ts'
import { imageIdPattern } from '../../../src/domain/image/image.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { askToConfirm, yesOption } from '../command-line/ask-to-confirm.ts'
import { defineCommand, writeHelp, writeOptions } from '../command-line/command.ts'
import { type Desk, openDesk, requireEditor } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { printText } from '../command-line/terminal.ts'
import { listDocuments } from '../documents/stored-documents.ts'
import { callSite } from '../site/call-site.ts'
import { createImageId } from '../site/image-storage.ts'

export const command = defineCommand({
  usage: ['picture remove PICTURE [--message WORDS] [--yes] [--dry-run]'],
  summary: 'removes a picture from the site for good',
  help: `PICTURE is the picture’s address on the site, its id, or the original file. A recording’s is accepted too.

The site deletes the original and every size of it, even under another name, and refuses the file
from then on. Data centres may show it for another hour, and browsers that have loaded it for up to a year.
Documents that show it are listed, at one database read per document. They have a gap until you publish them with
another picture. The command is safe to repeat.

  --message WORDS   the reason, shown to editors who use the file again
  --yes             don’t ask for confirmation
${writeHelp}`,
  options: { ...writeOptions, ...yesOption, message: { type: 'string' } },
  async run({ message, yes, by, 'dry-run': dryRun }, [action, picture, ...others]) {
    if (action !== 'remove')
      throw new DeskError('"picture" must be followed by "remove PICTURE".', 'usage')
    if (picture === undefined || others.length > 0)
      throw new DeskError('Name exactly one picture.', 'usage')
    const id = findImageId(picture)
    const desk = await openDesk(by)
    const editor = requireEditor(desk)
    if (dryRun) console.log(`${id}: would ask the site to remove it. Nothing was changed.`)
    else {
      await askToConfirm(`Remove ${id} for good?`, yes)
      const reason = { by: editor, ...(message === undefined ? {} : { message }) }
      const removed = await callSite(desk, 'DELETE /api/media/:id', { id, ...reason })
      for (const line of describeRemoval(id, removed)) printText(line)
    }
    const users = await listUsers(desk, id)
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
      `"${picture}" isn’t a picture or recording. Name its address on the site, its id or its file.`,
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

/** Lists the documents that use a picture, including drafts and withdrawn articles. */
async function listUsers(desk: Desk, id: string): Promise<string[]> {
  const users: string[] = []
  const ending = id.slice(-imageHashLength - 1)
  for (const collection of manuscriptCollections) {
    for await (const { id: slug, fields } of listDocuments(desk, { collection })) {
      if (!JSON.stringify(fields).includes(ending)) continue
      const status = typeof fields.status === 'string' ? ` (${fields.status})` : ''
      users.push(`  ${collection}/${slug}${status}`)
    }
  }
  return users
}
