/**
 * Everything that is wrong with a document that an editor has written. The browser runs this while typing, the command line
 * before sending, and the Worker before storing.
 */
import { categorySlugs, isCategory } from '../../domain/category.ts'
import { settleAltNeeded } from './alt-needed.ts'
import { checkReferences, type PublicationLookup } from './check-references.ts'
import { type DocumentFields, type ManuscriptCollection, readFields } from './document.ts'
import { findInvisibleText } from './find-invisible-text.ts'
import type { FieldProblem } from './problem.ts'
import { findTemplateText } from './template-text.ts'
import { validateDocument } from './validate-document.ts'

export type CheckedDocument = {
  /** As stored, with the schema's defaults and without `updatedAt`; null if there are problems. */
  readonly fields: DocumentFields | null
  readonly problems: readonly FieldProblem[]
}

export function checkDocument(
  collection: ManuscriptCollection,
  slug: string,
  { fields, body }: { readonly fields: DocumentFields; readonly body: string },
  lookup: PublicationLookup = {},
): CheckedDocument {
  const whole = readFields({ collection, fields, body })
  const checked = validateDocument(collection, slug, whole)
  const problems: FieldProblem[] = [
    ...checked.problems,
    ...findInvisibleText(whole),
    ...findUnknownCategory(collection, whole.category),
    // A misspelt field would be lost silently.
    ...checked.unknownFields.map((field) => ({ field, message: 'unknown field' })),
    ...findTemplateText(body).map(({ text, line }) => ({
      field: ['body'],
      message: `"${text}" is the template’s text: replace or remove it`,
      line,
    })),
    ...checkReferences({ collection, slug, fields: whole, body }, lookup),
  ]
  if (!checked.fields || problems.length > 0) return { fields: null, problems }
  const { stored } = lookup
  const settled =
    stored === undefined ? checked.fields : settleAltNeeded(checked.fields, stored).fields
  return { fields: settled, problems }
}

/** The schema accepts categories that have been removed. */
function findUnknownCategory(collection: ManuscriptCollection, category: unknown): FieldProblem[] {
  if (collection !== 'articles' || typeof category !== 'string' || isCategory(category)) return []
  return [{ field: ['category'], message: `must be one of ${categorySlugs.join(', ')}` }]
}
