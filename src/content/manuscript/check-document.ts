/**
 * Finds everything that is wrong with an editor's document. The browser runs this while the editor types, the command
 * line before sending, and the Worker before storing.
 */
import { categorySlugs, isCategory } from '../../domain/category.ts'
import { findClosestWord, simplifyWord } from '../../domain/closest-word.ts'
import type { ManuscriptCollection } from '../../domain/publication.ts'
import { settleAltNeeded } from './alt-needed.ts'
import { checkReferences, type PublicationLookup } from './check-references.ts'
import { type DocumentFields, readFields } from './document.ts'
import { findInvisibleText } from './find-invisible-text.ts'
import { findSourceText } from './find-source-text.ts'
import type { FieldProblem } from './problem.ts'
import { findTemplateText } from './template-text.ts'
import type { UnknownField } from './unknown-fields.ts'
import { validateDocument } from './validate-document.ts'

export type CheckedDocument = {
  /** The fields as stored, with the schema's defaults and without `updatedAt`; null if there are problems. */
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
  const problems = mergeProblems(checked.problems, [
    ...findInvisibleText(whole),
    ...findUnknownCategory(collection, whole.category),
    ...checked.unknownFields.map(describeUnknownField),
    ...findSourceText(body),
    ...findTemplateText(body).map(({ text, line }) => ({
      field: ['body'],
      message: `"${text}" is the template’s text: replace or remove it`,
      line,
    })),
    ...checkReferences({ collection, slug, fields: whole, body }, lookup),
  ])
  if (!checked.fields || problems.length > 0) return { fields: null, problems }
  const { stored } = lookup
  const settled =
    stored === undefined ? checked.fields : settleAltNeeded(checked.fields, stored).fields
  return { fields: settled, problems }
}

const nameFields: readonly unknown[] = ['category', 'authors', 'tags']

/** Omits the schema's problems for names that `problems` describes better. */
function mergeProblems(
  schemaProblems: readonly FieldProblem[],
  problems: readonly FieldProblem[],
): FieldProblem[] {
  const names = new Set(
    problems.flatMap(({ field }) => (nameFields.includes(field[0]) ? [field.join()] : [])),
  )
  return [...schemaProblems.filter(({ field }) => !names.has(field.join())), ...problems]
}

/** The schema accepts categories that have been removed. */
function findUnknownCategory(collection: ManuscriptCollection, category: unknown): FieldProblem[] {
  if (collection !== 'articles' || typeof category !== 'string' || category === '') return []
  if (isCategory(category)) return []
  const message = `must be one of ${categorySlugs.join(', ')}`
  const meant = findClosestWord(category, categorySlugs)
  if (meant === null) return [{ field: ['category'], message }]
  const isSame = simplifyWord(category) === simplifyWord(meant)
  const fix = { value: meant, ...(isSame ? {} : { isGuess: true as const }) }
  return [{ field: ['category'], message: `${message}. Did you mean ${meant}?`, fix }]
}

/** A misspelt field would be lost silently. */
function describeUnknownField({ field, meant }: UnknownField): FieldProblem {
  const message = 'unknown field'
  if (meant === null) return { field, message }
  return {
    field,
    message: `${message}. Did you mean ${meant}?`,
    fix: { name: meant, isGuess: true },
  }
}
