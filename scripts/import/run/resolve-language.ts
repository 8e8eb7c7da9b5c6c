import { site } from '../../../src/publication/identity.ts'
import type { ImportedPost } from '../items/imported-item.ts'
import { type Noted, noteConversion, withNotes } from '../items/note.ts'
import { guessLanguage } from './guess-language.ts'
import { renderImportedBody } from './render-imported-body.ts'

/** Returns null for the publication's language. */
export function resolveLanguage(
  { language, title }: ImportedPost,
  body: string,
): Noted<string | null> {
  if (language) return withNotes(language === site.language ? null : language)
  const { freePreview, rest } = renderImportedBody(body)
  const guess = guessLanguage(`${title} ${freePreview}${rest}`.replace(/<[^<>]*>/g, ' '))
  return guess === null || guess === new Intl.Locale(site.language).language
    ? withNotes(null)
    : withNotes(guess, noteConversion('language guessed from its words: {}', guess))
}
