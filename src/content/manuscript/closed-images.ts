import { renderBody } from '../markdown.ts'
import type { DocumentFields } from './document.ts'

export const imageFields = ['image', 'portrait'] as const

/** Ids of the images and recordings that only entitled readers get: those used only after the free preview. */
export function findClosedImages(collection: string, fields: DocumentFields): ReadonlySet<string> {
  if (collection !== 'articles' || fields.access === 'public') return new Set()
  const { freePreview, rest } = renderBody(String(fields.body ?? '')).files
  const openIds = new Set([...freePreview, (fields.image as { id?: string } | undefined)?.id])
  return new Set(rest.filter((id) => !openIds.has(id)))
}

export function findReferencedImages(fields: DocumentFields): ReadonlySet<string> {
  const { freePreview, rest } = renderBody(String(fields.body ?? '')).files
  const fieldIds = imageFields.map((name) => (fields[name] as { id?: string } | undefined)?.id)
  return new Set([...freePreview, ...rest, ...fieldIds].filter((id) => id !== undefined))
}
