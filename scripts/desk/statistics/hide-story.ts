import {
  emptyFrontPage,
  type FrontPage,
  hideFromMostRead,
} from '../../../functions/documents/front-page-document.ts'
import { openDesk } from '../command-line/desk-environment.ts'
import { describeFrontPageChange } from '../documents/front-page-changes.ts'
import { replaceDocument, requireDocument } from '../documents/replace-document.ts'
import { readDocument } from '../documents/stored-documents.ts'

/** Stored with the front page, so it has its history (`desk log home --collection front`). */
export async function hideStory(
  slug: string,
  isHidden: boolean,
  options: { readonly by: string | undefined; readonly dryRun: boolean },
) {
  const desk = await openDesk(options.by)
  await requireDocument(desk, { collection: 'articles', slug })
  const stored = await readDocument(desk, 'front/home')
  const front = { ...emptyFrontPage, ...(stored?.fields as Partial<FrontPage> | undefined) }
  const fields = hideFromMostRead(front, slug, isHidden)
  if (fields === front)
    return console.log(`${slug}: no change, it’s already ${isHidden ? 'hidden' : 'shown'}`)
  const summary = describeFrontPageChange(front, fields).join('\n')
  await replaceDocument(
    desk,
    { collection: 'front', slug: 'home', stored, fields: { ...fields }, summary },
    { action: 'updated', dryRun: options.dryRun },
  )
}
