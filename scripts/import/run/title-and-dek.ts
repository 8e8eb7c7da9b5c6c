/** Writes titles and standfirsts for posts that lack them, and shortens those too long for a document. */
import type { ImportedPost } from '../items/imported-item.ts'
import { type Noted, noteConversion, noteForEditor, noteLoss, withNotes } from '../items/note.ts'
import { toSingleLine, truncate } from '../items/single-line.ts'
import type { BodyWithImages } from './convert-body.ts'
import { renderImportedBody } from './render-imported-body.ts'
import { extractStandfirst, isGeneratedExcerpt } from './standfirst.ts'

export type TitleAndDek = { readonly title: string; readonly dek: string }

export function resolveTitleAndDek(
  post: ImportedPost,
  { body, figures }: BodyWithImages,
): Readonly<Record<keyof TitleAndDek, Noted<string>>> {
  const { freePreview, rest } = renderImportedBody(body)
  const html = freePreview + rest
  // The standfirst is public; the rest of an article may not be.
  const readStandfirst = () => extractStandfirst(post.kind === 'page' ? html : freePreview)
  const captions = [post.image, ...figures].flatMap((picture) => picture?.caption ?? [])
  return {
    title: resolveTitle(post.title, readStandfirst),
    dek: resolveDek(post.dek ?? '', readStandfirst, (dek) =>
      isGeneratedExcerpt(dek, html, captions),
    ),
  }
}

function resolveTitle(given: string, readStandfirst: () => string): Noted<string> {
  const title = truncate(given, 200)
  if (title === '') {
    const firstWords = truncate(readStandfirst(), 80)
    return firstWords
      ? withNotes(firstWords, noteForEditor('no title: its first words are used instead'))
      : withNotes(
          'Untitled',
          noteForEditor('no title, and no usable words: “Untitled” is used instead'),
        )
  }
  return title === toSingleLine(given)
    ? withNotes(title)
    : withNotes(title, noteLoss('title shortened to 200 characters'))
}

function resolveDek(
  given: string,
  readStandfirst: () => string,
  isGenerated: (dek: string) => boolean,
): Noted<string> {
  const dek = truncate(given, 400)
  if (dek !== '' && !isGenerated(dek)) {
    return dek === toSingleLine(given)
      ? withNotes(dek)
      : withNotes(dek, noteLoss('excerpt shortened to 400 characters'))
  }
  const standfirst = truncate(readStandfirst(), 400)
  const reason = dek === '' ? 'no excerpt' : 'excerpt made from a caption or heading'
  const remedy = standfirst
    ? ': the beginning of its text is used instead'
    : ', and no usable sentence'
  return withNotes(standfirst, noteConversion(reason + remedy))
}
