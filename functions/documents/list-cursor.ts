/** The position, encoded in an address, at which a list of documents continues. */
import { z } from 'zod'
import { parseJson } from '../../src/domain/parse-json.ts'
import type { Position } from '../platform/adapters/firestore.ts'

/** Null at the beginning. */
type Place = Position | 'end' | null

export type ListCursor = { readonly documents: Place; readonly drafts: Place }

const placeSchema = z.union([
  z.literal('end'),
  z.null(),
  z
    .tuple([z.iso.datetime(), z.string().regex(/^[\w~-]{1,200}$/)])
    .transform(([time, id]): Position => ({ value: { timestampValue: time }, id })),
])

const cursorSchema = z.tuple([placeSchema, placeSchema])

/** Null for a malformed cursor. */
export function parseCursor(text: string): ListCursor | null {
  const { success, data } = cursorSchema.safeParse(parseJson(text))
  return success ? { documents: data[0], drafts: data[1] } : null
}

export const formatCursor = ({ documents, drafts }: ListCursor): string =>
  JSON.stringify([formatPlace(documents), formatPlace(drafts)])

function formatPlace(place: Place) {
  if (place === null || place === 'end') return place
  const { value, id } = place
  return ['timestampValue' in value ? value.timestampValue : '', id]
}
